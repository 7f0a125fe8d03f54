"""What would somebody write who wants his words to run in the reader's browser?

Each payload of ours sets `window.__pwned`, asks for a dialog, or for something from elsewhere: the
tests watch for all three.
"""

RUN = "window.__pwned=1"
FAR = "//canary.invalid"

PAYLOADS = (
    # tags
    f"<script>{RUN}</script>",
    f"<ScRiPt\t>{RUN}</sCrIpT\n>",
    f'<script src="https:{FAR}/a.js"></script>',
    f'<script type="module">{RUN}</script>',
    f"<img src=x onerror={RUN}>",
    f'<img src="https:{FAR}/a.png">',
    f'<image href=x onerror="{RUN}">',
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f'<svg><animate onbegin="{RUN}" attributeName=x dur=1s></svg>',
    f'<svg><use href="data:image/svg+xml,<svg id=x onload={RUN}>#x"></use></svg>',
    f'<svg><foreignObject><iframe srcdoc="<script>parent.{RUN}</script>"></iframe></foreignObject></svg>',  # noqa: E501
    f'<math><maction actiontype="statusline" xlink:href="javascript:{RUN}">x</maction></math>',
    f"<body onload={RUN}>",
    f'<iframe src="javascript:parent.{RUN}"></iframe>',
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'<object data="https:{FAR}/x.swf"></object>',
    f'<embed src="data:text/html,<script>parent.{RUN}</script>">',
    f'<link rel=stylesheet href="https:{FAR}/a.css">',
    f'<meta http-equiv=refresh content="0;url=https:{FAR}/">',
    f'<base href="https:{FAR}/">',
    f"<details open ontoggle={RUN}>x</details>",
    f"<video><source onerror={RUN}></video>",
    f'<audio src="https:{FAR}/a.wav" autoplay onerror={RUN}></audio>',
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}></select>",
    f"<marquee onstart={RUN}>x</marquee>",
    f'<form action="https:{FAR}/"><button>press</button></form>',
    f"<template><img src=x onerror={RUN}></template>",
    f"<dialog open onclose={RUN}>x</dialog>",
    f'<a href="javascript:{RUN}" autofocus>press</a>',
    f"<style>@import 'https:{FAR}/a.css';</style>",
    f'<div style="background:url(https:{FAR}/a.png)">x</div>',
    f'<xss style="width:expression({RUN})">x</xss>',
    '<noscript><p title="</noscript><img src=x onerror=window.__pwned=1>">',
    # breaking out of where the text stands
    f'"><img src=x onerror={RUN}>',
    f"'><img src=x onerror={RUN}>",
    f'" onmouseover="{RUN}" autofocus onfocus="{RUN}" x="',
    f"' onfocus='{RUN}' autofocus x='",
    f"` onfocus={RUN} autofocus `",
    f"</script><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</textarea><img src=x onerror={RUN}>",
    f"</style><img src=x onerror={RUN}>",
    f"--><img src=x onerror={RUN}><!--",
    f"<!--><script>{RUN}</script>-->",
    f"]]><img src=x onerror={RUN}><![CDATA[",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"</td></tr></table><img src=x onerror={RUN}>",
    f"\\u003cimg src=x onerror={RUN}\\u003e",
    f'\\";{RUN};//',
    f"\\x3cscript\\x3e{RUN}\\x3c/script\\x3e",
    # addresses
    f"javascript:{RUN}",
    f"JaVaScRiPt&colon;{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f"https:{FAR}/a.png",
    f"{FAR}/a.png",
    "file:///etc/passwd",
    # templates and markup languages
    "{{constructor.constructor('window.__pwned=1')()}}",
    "${window.__pwned=1}",
    "<%= window.__pwned=1 %>{% raw %}",
    f"![x](https:{FAR}/a.png)",
    f"[press](javascript:{RUN})",
    f"<https:{FAR}/> [x]: javascript:{RUN}",
    # letters that are not what they seem
    f"\u202e>{RUN}=rorrEno x=crs gmi<\u202c",
    f"\u2066\u2067<img src=x onerror={RUN}>\u2069",
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e",
    f"<\u200bscript>{RUN}</script>",
    f"<img/\u2028src=x\u2029onerror={RUN}>",
    f"%3Cimg%20src%3Dx%20onerror%3D{RUN}%3E",
    f"&lt;img src=x onerror={RUN}&gt;&#60;script&#62;",
    "__proto__",
    "constructor",
)


def marked(field: str) -> list[str]:
    """Every payload, and behind it where it was put: in front, it would spoil an address."""
    return [f"{payload} [{field} {number}]" for number, payload in enumerate(PAYLOADS)]
