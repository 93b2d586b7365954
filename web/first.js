// The one script that stands in the page itself, so that it is there whatever else did not come. Without a
// script or a stylesheet a page is dead or naked: it comes again as soon as the server answers, but not for
// ever, since what never comes though the server answers may be kept away for good.
(() => {
  const place = 'ludoteca.again';
  const count = Number(sessionStorage[place]) || 0;
  let waiting;
  const comeAgain = async () => {
    try {
      if (!(await fetch('/healthz', { cache: 'no-store' })).ok) throw 0;
      sessionStorage[place] = count + 1;
      location.reload();
    } catch {
      setTimeout(comeAgain, 1000);
    }
  };
  const missing = () => {
    waiting ||= count < 6 && setTimeout(comeAgain, 1000 << count);
  };
  setTimeout(() => delete sessionStorage[place], 600000);
  addEventListener(
    'error',
    ({ target }) => /^(script|link)$/.test(target.localName) && target.rel !== 'icon' && missing(),
    true,
  );
  addEventListener('ludoteca:missing', missing);
  addEventListener('DOMContentLoaded', () => document.getElementById('alert') || missing()); // half a page
})();
