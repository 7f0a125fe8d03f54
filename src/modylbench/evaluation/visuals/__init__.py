"""What happens on the screen: changes by the second, keyframes, sync with speech, stability."""
