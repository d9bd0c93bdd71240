import { loadDarkAlgorithm } from './dark-algorithm.ts'
import { dark, light, variableOf } from './palettes.ts'

/** How the screens look: the colours, and the size of text in pixels. */
export interface Look {
  mode: 'light' | 'dark'
  size: 12 | 14
}

/** What a person chose on this device; «system» follows the device's own setting. */
export interface LookChoice {
  mode: 'system' | Look['mode']
  size: Look['size']
}

const KEY = 'bilty.look'
const usual: LookChoice = { mode: 'system', size: 12 }
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

let choice = storedChoice()
let look = lookOf(choice)

// Another tab's choice counts here too.
addEventListener('storage', ({ key }) => void (key === KEY && show(storedChoice())))
systemDark.addEventListener('change', () => void show(choice))
// Paper is white.
addEventListener('beforeprint', () => draw({ ...look, mode: 'light' }))
addEventListener('afterprint', () => draw(lookOf(choice)))

export const currentLook = () => look
export const currentChoice = () => choice

/** Changes the look on every screen at once, and keeps it for this device. */
export function chooseLook(changed: Partial<LookChoice>): void {
  const chosen = { ...choice, ...changed }
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // A browser that stores nothing forgets the choice with the tab.
  }
  void show(chosen)
}

/** Loads what the look of now needs beyond colours; the first screen waits for it. */
export async function loadLook(): Promise<void> {
  if (look.mode === 'light') return
  await loadDarkAlgorithm().catch(() => draw({ ...look, mode: 'light' }))
}

/** Gives the page the colours and sizes as CSS variables. */
export function applyLook(): void {
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(look.mode === 'dark' ? dark : light))
    style.setProperty(variableOf(name), colour)
  style.setProperty('--text', `${look.size}px`)
  style.colorScheme = look.mode
}

async function show(chosen: LookChoice): Promise<void> {
  choice = chosen
  announce()
  if (lookOf(chosen).mode === 'dark') await loadDarkAlgorithm()
  draw(lookOf(choice))
}

function draw(drawn: Look): void {
  look = drawn
  applyLook()
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

function lookOf({ mode, size }: LookChoice): Look {
  return { mode: mode === 'system' ? (systemDark.matches ? 'dark' : 'light') : mode, size }
}

function storedChoice(): LookChoice {
  try {
    const { mode, size } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<LookChoice>
    return {
      mode: mode === 'light' || mode === 'dark' ? mode : usual.mode,
      size: size === 14 ? 14 : usual.size,
    }
  } catch {
    return usual
  }
}

/** Calls back whenever the look changes; returns what ends it. */
export function onLook(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
