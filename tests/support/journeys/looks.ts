import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { LOOKS, patternOf } from './results.ts'

/** A page as it stood in a journey, which the stage `accessibility` looks at later. */
export interface Look {
  /** Screen, open dialog and what else tells it from other looks. */
  name: string
  screen: string
  theme: 'light' | 'dark'
  isDialog: boolean
  width: number
  height: number
  /** The journey that wrote it down. */
  by: string
  html: string
}

/** Writes the page down as it stands, unless a journey has already written down the same screen with the same dialog. */
export async function noteLook(page: Page): Promise<void> {
  const seen = await page.evaluate(whatIsSeen)
  const { path, dialog, state, theme, width, height } = seen
  const screen = patternOf(path)
  const said = [screen, dialog, state, width < 800 && 'phone', theme].filter(Boolean)
  const name = said.join(', ').replaceAll(/\b(?=\w*\d)[\w/-]{3,}/g, 'N')
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const file = join(LOOKS, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 120)}-${hash}.json`)
  if (existsSync(file)) return
  const html = await page.evaluate(asItStands)
  const by = test.info().titlePath.join(' › ')
  const look: Look = { name, screen, theme, isDialog: dialog !== '', width, height, by, html }
  mkdirSync(LOOKS, { recursive: true })
  try {
    // Two workers may come to the same screen: the first one wins.
    writeFileSync(file, JSON.stringify(look), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Runs in the browser. */
function whatIsSeen() {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    'dialog'
  return {
    path: location.pathname,
    dialog: shown('[role=dialog]').map(nameOf).join(' over '),
    state: [
      ...shown('main [role=tab][aria-selected=true]').map(({ textContent }) => textContent),
      // What is there and what one can do next tells the steps of a page, and what different people have of it, apart.
      ...shown('main h2').map(({ textContent }) => textContent),
      ...shown('main .ant-btn-primary').map(({ textContent }) => textContent),
      shown('[role=alert]').length > 0 && 'alert',
      shown('.ant-select-dropdown, [role=menu].ant-dropdown-menu').length > 0 && 'list open',
    ]
      .filter(Boolean)
      .join(', '),
    theme: (document.documentElement.style.colorScheme === 'dark' ? 'dark' : 'light') as 'light' | 'dark',
    width: innerWidth,
    height: innerHeight,
  }
}

/** Runs in the browser: the document with what was typed and chosen, without scripts, and with the rules of its styles. */
async function asItStands(): Promise<string> {
  const ends = (animation: Animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
  // A button that works, what is dim until it is asked anew, and what fades have colours that nobody chose.
  const isStill = () =>
    document.querySelector('.ant-btn-loading, .is-dim') === null &&
    document.getAnimations().every(animation => animation.playState !== 'running' || !ends(animation))
  for (let frames = 0; !isStill() && frames < 600; frames++) await new Promise(requestAnimationFrame)
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  const copies = [...copy.querySelectorAll('*')]
  for (const [no, element] of [...document.documentElement.querySelectorAll('*')].entries()) {
    const other = copies[no]!
    if (element instanceof HTMLInputElement && element.type !== 'file') {
      other.setAttribute('value', element.value)
      other.toggleAttribute('checked', element.checked)
    } else if (element instanceof HTMLTextAreaElement) other.textContent = element.value
    else if (element instanceof HTMLOptionElement) other.toggleAttribute('selected', element.selected)
    else if (element instanceof HTMLStyleElement)
      other.textContent = [...(element.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
  }
  for (const script of copy.querySelectorAll('script, link[rel=modulepreload], base')) script.remove()
  const adopted = document.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules].map(({ cssText }) => cssText))
  if (adopted.length > 0)
    copy
      .querySelector('head')!
      .append(Object.assign(document.createElement('style'), { textContent: adopted.join('\n') }))
  return `<!doctype html>${copy.outerHTML}`
}
