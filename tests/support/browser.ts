import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installSystemPackage } from './install-package.ts'

/**
 * The path of a working Chromium: BROWSER_PATH, a headless shell, which takes half of what a whole browser takes, else
 * Playwright's own, one of the system, or one it installs. Throws when there is none.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.BROWSER_PATH
  if (named) {
    if (starts(named)) return named
    throw new Error(`BROWSER_PATH is "${named}", which does not start: set it to the path of a Chromium or Chrome.`)
  }
  const present = headlessShell() ?? wholeBrowser()
  if (present) return present
  console.error('No Chromium found: fetching one for the tests …')
  const fetch = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  })
  const fetched = fetch.status === 0 ? firstThatStarts([playwrightsOwn()]) : undefined
  if (fetched) return fetched
  if (installSystemPackage('chromium')) {
    const installed = wholeBrowser()
    if (installed) return installed
  }
  const packed = await packedBrowser()
  if (packed) return packed
  throw new Error('No Chromium was found and none could be installed: set BROWSER_PATH to one.')
}

/** The headless shell of the system, which is installed where that can be done. */
function headlessShell(): string | undefined {
  const name = 'chromium-headless-shell'
  const found = () => firstThatStarts(onPath([name]))
  return found() ?? (installSystemPackage(name) ? found() : undefined)
}

const wholeBrowser = () => firstThatStarts([playwrightsOwn(), ...systemBrowsers()])

/**
 * The flags of Chromium: no background network traffic, no sandbox for root, for whom it does not work, and what makes
 * many short visits cheap: pages of a context share a process, and scripts are not compiled twice to run faster.
 */
export function browserArgs(): string[] {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    '--js-flags=--no-maglev --no-turbofan',
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}

function playwrightsOwn(): string {
  return chromium.executablePath()
}

function systemBrowsers(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  return [...onPath(names), '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
}

const onPath = (names: readonly string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)))

function firstThatStarts(paths: string[]): string | undefined {
  return paths.find(path => existsSync(path) && starts(path))
}

function starts(path: string): boolean {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0
}

// The optional package unpacks a Chromium for Linux x64; it brings its libraries only in a cloud function environment.
async function packedBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
    const folder = join(tmpdir(), 'bilty-chromium')
    mkdirSync(folder, { recursive: true })
    process.env.TMPDIR = folder
    // Named by a variable, because the package is optional and its types may be absent.
    const name = '@sparticuz/chromium'
    const { default: packed } = (await import(name)) as { default: { executablePath(): Promise<string> } }
    const path = await packed.executablePath()
    return starts(path) ? path : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  try {
    console.log(await findBrowser())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 3
  }
}
