/* The spymaster's form: a word, a number, and next to them what is wrong. The server decides what a clue is. */

/** @typedef {import('./codenames.js').Scene} Scene */
/** @typedef {{ count: number, problem: string, sending: boolean }} Draft `count`: 0 to 10, ten is unlimited */

const unlimited = 10;
/** @returns {Draft} */
export const newDraft = () => ({ count: 2, problem: '', sending: false });

/** @param {Scene} scene @param {HTMLFormElement} form */
async function submit({ frame, draft, draw }, form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('clue'));
  if (draft.sending) return;
  draft.sending = true;
  const { error } = await frame.send(
    'submit_clue',
    { text: field.value.trim(), count: draft.count === unlimited ? 'unlimited' : draft.count },
    { ignore: ['INVALID_CLUE'] },
  );
  draft.sending = false;
  draft.problem = error?.code === 'INVALID_CLUE' ? frame.explain(error) : '';
  if (!error) Object.assign(draft, newDraft());
  draw();
  if (draft.problem) field.focus();
}

/** @param {Scene} scene */
function drawStepper({ frame, draft, draw }) {
  const { h, lang } = frame;
  const text = draft.count === unlimited ? '∞' : String(draft.count);
  const said =
    draft.count === unlimited ? lang.t('codenames.unlimited') : lang.n('codenames.forCards', draft.count);
  const set = (/** @type {number} */ count) => {
    if (count < 0 || count > unlimited) return;
    draft.count = count;
    draft.problem = '';
    draw();
  };
  const arrows = (/** @type {KeyboardEvent} */ event) => {
    /** @type {Record<string, number>} */
    const to = {
      ArrowUp: draft.count + 1,
      ArrowRight: draft.count + 1,
      ArrowDown: draft.count - 1,
      ArrowLeft: draft.count - 1,
      Home: 0,
      End: unlimited,
    };
    const wanted = to[event.key] ?? (/^\d$/.test(event.key) ? Number(event.key) : undefined);
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  };
  return h(
    'div',
    { class: 'cn-stepper', key: 'stepper', role: 'group', 'aria-label': lang.t('codenames.howMany') },
    h(
      'button',
      {
        type: 'button',
        class: 'cn-step',
        key: 'less',
        tabindex: '-1',
        'aria-label': lang.t('codenames.less'),
        'aria-disabled': draft.count === 0 ? 'true' : null,
        on: { click: () => set(draft.count - 1) },
      },
      '−',
    ),
    h(
      'span',
      {
        class: 'cn-number',
        key: 'number',
        tabindex: '0',
        role: 'spinbutton',
        'aria-label': lang.t('codenames.howMany'),
        'aria-valuemin': '0',
        'aria-valuemax': String(unlimited),
        'aria-valuenow': String(draft.count),
        'aria-valuetext': said,
        on: { keydown: arrows },
      },
      text,
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'cn-step',
        key: 'more',
        tabindex: '-1',
        'aria-label': lang.t('codenames.more'),
        'aria-disabled': draft.count === unlimited ? 'true' : null,
        on: { click: () => set(draft.count + 1) },
      },
      '+',
    ),
  );
}

/** @param {Scene} scene */
export function drawClueForm(scene) {
  const { frame, draft, language, draw } = scene;
  const { h, icon, lang } = frame;
  return h(
    'form',
    {
      class: 'cn-form',
      key: 'form',
      novalidate: true,
      'aria-label': lang.t('codenames.yourClue'),
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          submit(scene, /** @type {HTMLFormElement} */ (event.currentTarget));
        },
      },
    },
    h('label', { for: 'cn-clue', key: 'label' }, lang.t('codenames.yourClue')),
    h('input', {
      id: 'cn-clue',
      name: 'clue',
      key: 'clue',
      lang: language,
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      enterkeyhint: 'send',
      maxlength: '60',
      placeholder: lang.t('codenames.oneWord'),
      'aria-invalid': draft.problem ? 'true' : null,
      'aria-describedby': 'cn-problem',
      on: {
        input: () => {
          if (draft.problem) {
            draft.problem = '';
            draw();
          }
        },
      },
    }),
    drawStepper(scene),
    h(
      'button',
      { class: 'primary', key: 'give', 'aria-disabled': draft.sending ? 'true' : null },
      icon('speaker'),
      h('span', {}, lang.t('codenames.give')),
    ),
    h(
      'p',
      { id: 'cn-problem', class: draft.problem ? 'problem' : 'hint', key: 'problem', role: 'status' },
      draft.problem || lang.t('codenames.countHint'),
    ),
  );
}
