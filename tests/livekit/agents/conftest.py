"""Nothing here is a test: these run in an environment of their own (scripts/agents_env.sh)."""

collect_ignore_glob = ["*.py"]
