import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { memoryFlags, memorySettings } from '../../../api/memory.mjs'
import { withinSeconds } from '../limits.ts'

/** A portal that runs in a process of its own. */
export interface OwnPortal {
  url: string
  /** Where the simulated systems around it are. */
  simulators: string
  /** What it wrote to its error output. */
  said(): string
  /** Lets it end as a person would, so that its files are whole; `kill` ends it at once. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts a portal of a build, in a home folder and at an instant, at a free port unless one is named. */
export async function startPortal(server: string, home: string, at: string, named?: string): Promise<OwnPortal> {
  const port = named ?? (await freePort())
  const simulatorsPort = await freePort()
  const own = {
    PORT: `${port}`,
    SIMULATORS_PORT: `${simulatorsPort}`,
    HOST: '127.0.0.1',
    BILTY_HOME: home,
    BILTY_NOW: at,
    DATABASE_URL: '',
  }
  const portal = spawn(process.execPath, [...memoryFlags, ...quick, server], {
    env: { ...memorySettings, ...process.env, ...own, ...kept(server), NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  portal.stderr.on('data', text => {
    errors = (errors + text).slice(-20_000)
  })
  const end = (signal: NodeJS.Signals) => async () => {
    const gone = portal.exitCode === null && portal.signalCode === null ? once(portal, 'exit') : undefined
    portal.kill(signal)
    await gone
  }
  const [url, simulators] = [port, simulatorsPort].map(at => `http://127.0.0.1:${at}`) as [string, string]
  const made = { url, simulators, said: () => errors, stop: end('SIGTERM'), kill: end('SIGKILL') }
  try {
    await listens(portal)
  } catch (error) {
    await made.kill()
    throw new Error(`${(error as Error).message}\n${errors}`)
  }
  return made
}

/** It need not stay as small as that of a company. */
const quick = ['--max-semi-space-size=32']

/** Where `npm start` keeps what was compiled, too. */
const kept = (server: string) => ({ NODE_COMPILE_CACHE: join(dirname(server), 'compile-cache') })

function listens(portal: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => () => reject(new Error(`The portal ${why}.`))
    const hangs = setTimeout(fail('does not listen'), withinSeconds(600))
    portal.once('exit', fail('ended while it started'))
    portal.stdout!.on('data', text => {
      if (!String(text).includes('is listening on')) return
      clearTimeout(hangs)
      portal.removeAllListeners('exit')
      resolve()
    })
  })
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
