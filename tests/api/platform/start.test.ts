import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryFlags } from '../../../api/memory.mjs'
import { root } from '../../../api/platform/config.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { withinSeconds } from '../../support/limits.ts'

const home = mkdtempSync(join(tmpdir(), 'bilty-start-'))
let database: TestDatabase
beforeAll(async () => {
  database = await seededDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

describe('a failed start', () => {
  it('says in one sentence that the port is no number', async () => {
    expect(await failure({ PORT: 'abc' })).toMatch(/^PORT is "abc": [^\n]+\.\n$/)
  })

  it('says in one sentence that nothing answers at the database address, without its password', {
    tags: ['proof'],
  }, async () => {
    const said = await failure({ DATABASE_URL: 'mysql://app:hush@127.0.0.1:1/bilty' })
    expect(said).toMatch(
      /^The database at mysql:\/\/127\.0\.0\.1:\d+\/bilty cannot be reached, [^\n]+DATABASE_URL\.\n$/,
    )
  })

  it('says in one sentence that the file is no database, and leaves its rights as they are', {
    tags: ['proof'],
  }, async () => {
    writeFileSync(join(home, 'letter.txt'), 'Dear sirs, '.repeat(100))
    chmodSync(join(home, 'letter.txt'), 0o644)
    const said = await failure({ DATABASE_URL: `sqlite:${join(home, 'letter.txt')}` })
    expect(said).toMatch(/^The database at [^\n]+ because the file is not an SQLite database: [^\n]+\.\n$/)
    expect(statSync(join(home, 'letter.txt')).mode & 0o777).toBe(0o644)
  })

  it('says in one sentence that another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await failure({ PORT: String(port), DATABASE_URL: database.url })).toMatch(
      new RegExp(`^Port ${port} is already in use: [^\\n]+\\.\\n$`),
    )
    other.close()
  })
})

describe('a start', () => {
  it('prints its address and ends with success when it is stopped', async () => {
    const product = start({ PORT: '0', DATABASE_URL: database.url })
    const said = collected(product)
    const address = await waitFor(said, /http:\/\/localhost:\d+/)
    expect((await fetch(`${address.replace('localhost', '127.0.0.1')}/api/health`)).status).toBe(200)
    product.kill('SIGTERM')
    expect(await once(product, 'exit')).toEqual([0, null])
  })

  it('takes what Node tells while it watches files, as npm run dev has it, for no answer of the simulated systems', async () => {
    const product = start({ PORT: '0', DATABASE_URL: database.url, WATCH_REPORT_DEPENDENCIES: '1' })
    await waitFor(collected(product), /The simulated SAP[^\n]* are on http:\/\/127\.0\.0\.1:\d+/)
    product.kill('SIGTERM')
    expect(await once(product, 'exit')).toEqual([0, null])
  })
})

describe.runIf(process.platform === 'linux')('npm start', () => {
  it(
    'gives the portal the settings that keep its memory small, in one process that a signal reaches',
    async () => {
      const { MALLOC_ARENA_MAX: _, ...before } = process.env
      const product = start({ ...before, PORT: '0', DATABASE_URL: database.url }, 'start.mjs')
      await waitFor(collected(product), /http:\/\/localhost:\d+/)
      const of = (file: string) => readFileSync(`/proc/${product.pid}/${file}`, 'utf8').split('\0')
      expect(of('cmdline')).toEqual(expect.arrayContaining(memoryFlags))
      expect(of('environ')).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX=1']))
      product.kill('SIGTERM')
      expect(await once(product, 'exit')).toEqual([0, null])
    },
    withinSeconds(120),
  )
})

function start(env: NodeJS.ProcessEnv, file = 'main.ts'): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(process.execPath, [join(root, 'api', file)], {
    env: { ...inherited, NODE_ENV: 'development', BILTY_HOME: home, ...env },
  })
}

async function failure(env: Record<string, string>): Promise<string> {
  const product = start(env)
  const said = collected(product)
  const [code] = await once(product, 'close')
  expect(code).toBe(1)
  return said.text
}

function collected(product: ChildProcess): { text: string } {
  const said = { text: '' }
  for (const stream of [product.stdout, product.stderr]) {
    stream?.on('data', chunk => {
      said.text += chunk
    })
  }
  return said
}

async function waitFor(said: { text: string }, sought: RegExp): Promise<string> {
  await expect.poll(() => said.text, { timeout: withinSeconds(100) }).toMatch(sought)
  return (sought.exec(said.text) as RegExpExecArray)[0]
}
