/** The colours of one mode. What is read as text is an "ink"; what stands under white text is a "fill". */
export interface Palette {
  pink: string
  pinkInk: string
  pinkFill: string
  pinkFillHover: string
  pinkFillActive: string
  pinkTint: string
  teal: string
  tealInk: string
  yellow: string
  yellowInk: string
  yellowTint: string
  purple: string
  purpleFill: string
  purpleFillHover: string
  green: string
  greenTint: string
  red: string
  redTint: string
  /** The menu, and the entry of it that is open. */
  bar: string
  barDeep: string
  barQuiet: string
  onFill: string
  onYellow: string
  page: string
  paper: string
  tint: string
  tintDeep: string
  line: string
  lineDeep: string
  ink: string
  quiet: string
  faint: string
  veil: string
}

/** The customer's four colours, and for each a darker ink that is readable as text (WCAG 2.2 AA). */
export const light: Palette = {
  pink: '#eb3696',
  pinkInk: '#d6157b',
  pinkFill: '#d6157b',
  pinkFillHover: '#b8126a',
  pinkFillActive: '#9b0f59',
  pinkTint: '#fff0f5',
  teal: '#2dbecd',
  tealInk: '#1d7c86',
  yellow: '#ffcb05',
  yellowInk: '#8a6d00',
  yellowTint: '#fff8e6',
  purple: '#503291',
  purpleFill: '#503291',
  purpleFillHover: '#3f2773',
  green: '#237804',
  greenTint: '#eef7e7',
  red: '#cf1322',
  redTint: '#fff3f2',
  bar: '#503291',
  barDeep: '#3f2773',
  barQuiet: '#e6e0f2',
  onFill: '#ffffff',
  onYellow: '#3f2773',
  page: '#f5f5f5',
  paper: '#ffffff',
  tint: '#f7f5fb',
  tintDeep: '#efeaf7',
  line: '#e3dfec',
  lineDeep: '#cfc6e0',
  ink: '#1f1f1f',
  /** Black at 65 % and 60 % on white, as solid colours: antd's own secondary texts are too faint at 12 px. */
  quiet: '#595959',
  faint: '#666666',
  veil: '#ffffffd9',
}

/** The same colours on dark paper: pink, teal and yellow stay; purple, which could not be read there, is lighter. */
export const dark: Palette = {
  pink: '#eb3696',
  pinkInk: '#ff85c4',
  pinkFill: '#d6157b',
  pinkFillHover: '#b8126a',
  pinkFillActive: '#9b0f59',
  pinkTint: '#3d1f31',
  teal: '#2dbecd',
  tealInk: '#4fd0dd',
  yellow: '#ffcb05',
  yellowInk: '#ffd84a',
  yellowTint: '#332b12',
  purple: '#bba6ee',
  purpleFill: '#6546ad',
  purpleFillHover: '#563a96',
  green: '#7fd35c',
  greenTint: '#1d3016',
  red: '#ff8a84',
  redTint: '#3b1d1c',
  bar: '#2a1d4a',
  barDeep: '#1c1233',
  barQuiet: '#cfc6e0',
  onFill: '#ffffff',
  onYellow: '#3f2773',
  page: '#141414',
  paper: '#1f1e22',
  tint: '#28252e',
  tintDeep: '#352f42',
  line: '#3b3744',
  lineDeep: '#5a5368',
  ink: '#eae8ef',
  quiet: '#b9b5c2',
  faint: '#aaa6b3',
  veil: '#141414d9',
}

/**
 * Which ink is read on which background, and the contrast it needs in either mode; the contrast test checks this list.
 * Large text, icons and borders need 3, text 4.5.
 */
export const contrastPairs: readonly { name: string; ink: keyof Palette; paper: keyof Palette; needs: 3 | 4.5 }[] = [
  { name: 'text', ink: 'ink', paper: 'paper', needs: 4.5 },
  { name: 'text on the page', ink: 'ink', paper: 'page', needs: 4.5 },
  { name: 'text on a tinted row', ink: 'ink', paper: 'tintDeep', needs: 4.5 },
  { name: 'text on a selected row', ink: 'ink', paper: 'pinkTint', needs: 4.5 },
  { name: 'text on the tint of a success', ink: 'ink', paper: 'greenTint', needs: 4.5 },
  { name: 'text on the tint of a warning', ink: 'ink', paper: 'yellowTint', needs: 4.5 },
  { name: 'text on the tint of an error', ink: 'ink', paper: 'redTint', needs: 4.5 },
  { name: 'quiet text', ink: 'quiet', paper: 'paper', needs: 4.5 },
  { name: 'quiet text on the page', ink: 'quiet', paper: 'page', needs: 4.5 },
  { name: 'quiet text in a table head', ink: 'quiet', paper: 'tint', needs: 4.5 },
  { name: 'quiet text on a tinted row', ink: 'quiet', paper: 'tintDeep', needs: 4.5 },
  { name: 'quiet text on a selected row', ink: 'quiet', paper: 'pinkTint', needs: 4.5 },
  { name: 'placeholder', ink: 'faint', paper: 'paper', needs: 4.5 },
  { name: 'link', ink: 'purple', paper: 'paper', needs: 4.5 },
  { name: 'link on the page', ink: 'purple', paper: 'page', needs: 4.5 },
  { name: 'link on a tinted row', ink: 'purple', paper: 'tintDeep', needs: 4.5 },
  { name: 'link on a selected row', ink: 'purple', paper: 'pinkTint', needs: 4.5 },
  { name: 'link under the pointer', ink: 'pinkInk', paper: 'paper', needs: 4.5 },
  { name: 'primary button', ink: 'onFill', paper: 'pinkFill', needs: 4.5 },
  { name: 'primary button under the pointer', ink: 'onFill', paper: 'pinkFillHover', needs: 4.5 },
  { name: 'primary button pressed', ink: 'onFill', paper: 'pinkFillActive', needs: 4.5 },
  { name: 'purple fill', ink: 'onFill', paper: 'purpleFill', needs: 4.5 },
  { name: 'information', ink: 'tealInk', paper: 'paper', needs: 4.5 },
  { name: 'information on the page', ink: 'tealInk', paper: 'page', needs: 4.5 },
  { name: 'warning', ink: 'yellowInk', paper: 'paper', needs: 4.5 },
  { name: 'warning on the page', ink: 'yellowInk', paper: 'page', needs: 4.5 },
  { name: 'warning on its tint', ink: 'yellowInk', paper: 'yellowTint', needs: 4.5 },
  { name: 'success', ink: 'green', paper: 'paper', needs: 4.5 },
  { name: 'success on its tint', ink: 'green', paper: 'greenTint', needs: 4.5 },
  { name: 'error', ink: 'red', paper: 'paper', needs: 4.5 },
  { name: 'error on the page', ink: 'red', paper: 'page', needs: 4.5 },
  { name: 'error on its tint', ink: 'red', paper: 'redTint', needs: 4.5 },
  { name: 'menu', ink: 'onFill', paper: 'bar', needs: 4.5 },
  { name: 'menu search', ink: 'barQuiet', paper: 'barDeep', needs: 4.5 },
  { name: 'open menu entry', ink: 'yellow', paper: 'barDeep', needs: 4.5 },
  { name: 'focus in the menu', ink: 'yellow', paper: 'bar', needs: 3 },
  { name: 'text on yellow', ink: 'onYellow', paper: 'yellow', needs: 4.5 },
  { name: 'control border', ink: 'purple', paper: 'paper', needs: 3 },
  { name: 'ink bar', ink: 'pink', paper: 'paper', needs: 3 },
  { name: 'focus', ink: 'purple', paper: 'page', needs: 3 },
]

/** The CSS variable of a colour: `pinkInk` is `--pink-ink`. */
export const variableOf = (name: string) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** The colours as CSS reads them (`var(--pink-ink)`), for charts and other drawings: they change with the mode. */
export const brand = Object.fromEntries(
  Object.keys(light).map(name => [name, `var(${variableOf(name)})`]),
) as unknown as Palette
