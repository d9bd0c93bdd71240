import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteCost } from '../../run/costs.ts'
import { secondsOfTree } from '../../run/processor-time.ts'
import { takeBackContexts } from './contexts.ts'
import { FILE_STARTS, setPortalClock } from './day.ts'
import { type OwnPortal, startPortal } from './own-portal.ts'
import { noteVisited } from './results.ts'

interface FilePortal extends OwnPortal {
  file: string
  home: string
  /** Session cookies by the person who signed in. */
  sessions: Map<string, Cookies>
  /** The processor seconds that this worker had spent when it began. */
  began: number
}

type Cookies = Awaited<ReturnType<import('@playwright/test').BrowserContext['cookies']>>

let current: FilePortal | undefined
let port: string | undefined

/** The portal of the spec file that runs in this worker now. */
export function filePortal(): FilePortal {
  if (!current) throw new Error('No spec file runs')
  return current
}

/** The portal of a spec file, in a copy of the template's home; the one of the file before ends. */
export async function portalOf(file: string): Promise<FilePortal> {
  if (current?.file === file) return current
  await endPortal()
  const began = secondsOfTree()
  const home = mkdtempSync(join(tmpdir(), 'bilty-journey-'))
  cpSync(process.env.JOURNEYS_TEMPLATE!, home, { recursive: true })
  const portal = await startPortal(process.env.JOURNEYS_SERVER!, home, FILE_STARTS, port)
  // Each portal of a worker has the address of the first, so that the browser knows its scripts already.
  port = new URL(portal.url).port
  setPortalClock(FILE_STARTS)
  current = { ...portal, file, home, began, sessions: new Map() }
  return current
}

/** Ends the portal of this worker, and writes down what its file visited and took. */
export async function endPortal(): Promise<void> {
  if (!current) return
  const { kill, home, file, began } = current
  current = undefined
  await takeBackContexts()
  await kill()
  rmSync(home, { recursive: true, force: true })
  noteVisited(file)
  noteCost(process.env.TEST_STAGE ?? 'journeys', file, secondsOfTree() - began)
}
