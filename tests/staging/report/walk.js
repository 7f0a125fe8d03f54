// Opens all that a report has to show: every meeting, every turn, every product after every turn.
(async () => {
  const seen = {meetings: 0, turns: 0, steps: 0, jumps: 0, pictures: 0, pins: 0};
  const texts = new Set();
  const rest = () => new Promise(resolve => setTimeout(resolve, 0));
  const all = selector => [...document.querySelectorAll(selector)];
  const until = async ready => {
    for (let tries = 0; !ready(); tries += 1) {
      if (tries > 2000) throw new Error(`waited in vain: ${ready}`);
      await rest();
    }
  };
  const unfold = () => all('details').forEach(one => (one.open = true));
  const odd = new Set();
  const never = new Set('SCRIPT IFRAME OBJECT EMBED FORM LINK META BASE STYLE MARQUEE TEMPLATE VIDEO TEXTAREA MATH IMAGE'.split(' '));
  const isOdd = one => never.has(one.tagName.toUpperCase())
    || [...one.attributes].some(({name, value}) => /^on/i.test(name) || (/href|src|action/i.test(name) && !/^(#|data:|(\.\.\/)*[\w%])(?!\w*:)/.test(value)))
    || (one.tagName === 'A' && !one.getAttribute('href').startsWith('#'));
  const keep = () => {
    unfold();
    for (const one of all('body header *, body main *, dialog *')) {
      if (isOdd(one)) odd.add(one.outerHTML.slice(0, 200));
    }
    const nodes = document.createTreeWalker(document.querySelector('main').parentElement, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      if (nodes.currentNode.parentElement.tagName !== 'SCRIPT') texts.add(nodes.currentNode.data);
    }
  };

  keep();
  const openers = [...all('.open-meeting:not([hidden])').map(one => [one.dataset.key, () => one.click()]),
    ...all('.list tbody a').map(({hash}) => [hash.slice(1), () => (location.hash = hash)])];
  for (const [key, open] of openers) {
    open();
    await until(() => location.hash.startsWith(`#${key}`) && document.querySelector('#turn-panel'));
    seen.meetings += 1;
    for (let turn = 0; turn < all('.step').length; turn += 1) {
      const step = all('.step')[turn];
      step.click();
      await until(() => all('.step')[turn].getAttribute('aria-current') === 'step');
      seen.turns += 1;
      keep();
      for (let at = 0; at < Math.min(3, all('#turn-panel .jump').length); at += 1) {
        all('#turn-panel .jump')[at].click();
        seen.jumps += 1;
      }
      for (const picture of all('.picture').slice(0, 2)) {
        picture.click();
        document.querySelector('dialog[open] button').click();
        seen.pictures += 1;
        await rest();
      }
    }
    for (const pin of [...all('.pin').slice(0, 8), ...all('.mark').slice(0, 4), ...all('.pin-note').slice(0, 4)]) {
      pin.click();
      seen.pins += 1;
      await rest();
      keep();
    }
    for (const tab of all('.on-stage [role=tab]')) {
      tab.click();
      keep();
    }
    if (document.querySelector('.play')?.getAttribute('aria-label') === 'Pause') document.querySelector('.play').click();
    const select = document.querySelector('#replay-product');
    for (let product = 0; product < (select?.options.length ?? 0); product += 1) {
      select.selectedIndex = product;
      select.dispatchEvent(new Event('change', {bubbles: true}));
      const slider = document.querySelector('#replay-turn');
      for (let at = 0; at <= Number(slider.max); at += 1) {
        slider.value = at;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        seen.steps += 1;
        keep();
        for (const show of all('.edits button').slice(0, 3)) show.click();
      }
    }
    for (const jump of all('.worth .jump').slice(0, 20)) {
      jump.click();
      seen.jumps += 1;
    }
    keep();
  }
  await rest();
  window.__text = [...texts].join('\n');
  return {...seen, odd: [...odd]};
})();
