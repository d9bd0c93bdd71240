import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtServer } from '../../../api/build.mjs'
import { root } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { stackOfSources } from '../../../api/platform/stack-of-sources.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { download, sendForm } from '../../support/files.ts'
import { withinSeconds } from '../../support/limits.ts'
import { mailServer, readMail } from '../../support/mail-server.ts'
import { submittedOrder } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { type ApiClient, clientAt, type TestPortal } from '../../support/portal.ts'

const home = mkdtempSync(join(tmpdir(), 'bilty-bundle-'))
let database: TestDatabase
let mails: Awaited<ReturnType<typeof mailServer>>
let server: string
let running: { process: ChildProcess; portal: TestPortal; said: { text: string } }

beforeAll(async () => {
  database = await seededDatabase()
  mails = await mailServer()
  server = builtServer(process.execPath)
  running = await start()
}, withinSeconds(120))
afterAll(async () => {
  if (running?.process.exitCode === null) await stop()
  await mails.close()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

/** Starts the portal as `npm start` does. */
async function start(): Promise<typeof running> {
  const { MALLOC_ARENA_MAX: _, NODE_OPTIONS: __, NODE_COMPILE_CACHE: ___, ...inherited } = process.env
  const product = spawn(process.execPath, [join(root, 'api', 'start.mjs')], {
    env: {
      ...inherited,
      NODE_ENV: 'development',
      BILTY_HOME: home,
      DATABASE_URL: database.url,
      PORT: '0',
      LOG_LEVEL: 'info',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Bilty <orders@bilty.example>',
    },
  })
  const said = { text: '' }
  for (const stream of [product.stdout, product.stderr])
    stream.on('data', chunk => {
      said.text += chunk
    })
  await vi.waitUntil(() => /http:\/\/localhost:\d+/.test(said.text), { timeout: withinSeconds(100) })
  const [, port] = /http:\/\/localhost:(\d+)/.exec(said.text)!
  const portal = { db: database.db, url: `http://127.0.0.1:${port}` } as TestPortal
  return { process: product, portal, said }
}

async function stop() {
  running.process.kill('SIGTERM')
  return once(running.process, 'exit')
}

async function signedIn(loginId: string): Promise<ApiClient> {
  const { url } = running.portal
  const sent = { strategy: 'local', loginId, password: PASSWORD }
  const { status, body } = await clientAt(url, null).post('/api/authentication', sent)
  expect(status).toBe(201)
  return clientAt(url, body.accessToken)
}

const bytesOf = async (who: ApiClient, path: string) => {
  const { status, bytes } = await download(running.portal, who, path)
  expect(status).toBe(200)
  return bytes
}

describe('the built server', () => {
  it('is what npm start runs', () => {
    const command = readFileSync(`/proc/${running.process.pid}/cmdline`, 'utf8').split('\0')
    expect(command).toContain(server)
  })

  it('has a file for every thread that the sources begin', () => {
    const named = globSync('api/**/*.ts', { cwd: root }).flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/new URL\(\s*['"`](\.{1,2}\/[^'"`]*\.ts)['"`]/g)].map(match =>
        join(dirname(file), match[1]!),
      ),
    )
    expect(named).toContain('api/import-worker.ts')
    const files = readdirSync(dirname(server))
    expect(named.filter(file => !files.includes(file.replaceAll('/', '-').replace(/\.ts$/, '.cjs')))).toEqual([])
    // A thread named by a text would begin in the sources, or nowhere.
    const byText = globSync('api/**/*.ts', { cwd: root }).filter(file =>
      /new Worker\(\s*(?:['"`]|join\(|resolve\()/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(byText).toEqual([])
  })

  it('has left out nothing that is installed, and finds what lies beside sources there', () => {
    const code = readdirSync(dirname(server))
      .filter(name => name.endsWith('.cjs'))
      .map(name => readFileSync(join(dirname(server), name), 'utf8'))
      .join('\n')
    const places = [...code.matchAll(/require\("node:path"\)\.join\(__dirname, "([^"]+)"\)/g)].map(match => match[1]!)
    expect(places.some(place => place.includes('pdfmake'))).toBe(true)
    const gone = places.filter(place => globSync(join(dirname(server), place)).length === 0)
    expect(gone).toEqual([])
  })

  it('signs in, lists, writes a workbook, and prints a list in a thread', async () => {
    const admin = await signedIn('master_admin')
    const { status, body } = await admin.get('/api/masters/products?$limit=5')
    expect([status, body.data.length]).toEqual([200, 5])
    const workbook = await bytesOf(admin, '/api/export/masters/products?format=xlsx&columns=code,name')
    expect(workbook.subarray(0, 2).toString()).toBe('PK')
    const paper = await bytesOf(admin, '/api/export/masters/products?format=pdf&columns=code,name')
    expect(pdfText(paper)).toContain('LS-1001')
    const document = await admin.get('/api/openapi.json')
    expect(document.body.openapi).toBe('3.1.0')
  })

  it('imports a file in a thread', async () => {
    const admin = await signedIn('sys_admin')
    const form = new FormData()
    form.set('resource', 'settings/customer-segment')
    form.set('file', new File(['code,name\nBUNDLED,From the built server\n'], 'segments.csv'))
    const { status, body } = await sendForm(running.portal, admin, '/api/imports', form)
    expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })])
    const job = async () => (await admin.get(`/api/imports/${body.id}`)).body.status
    await expect.poll(job).toBe('VALIDATED')
    expect((await admin.post('/api/import-steps', { importId: body.id, step: 'commit' })).status).toBe(201)
    await expect.poll(job).toBe('DONE')
    expect(await database.db('customer_segment').where('code', 'BUNDLED').first()).toBeTruthy()
  })

  it('prints an order with its fonts, and mails that it is there', async () => {
    const asha = await signedIn('asha')
    const order = await submittedOrder(running.portal, asha)
    expect(pdfText(await bytesOf(asha, `/api/orders/${order.id}/pdf`))).toContain('Asha Patil on behalf of')
    await expect.poll(() => mails.taken.map(raw => readMail(raw).text).join()).toContain(order.orderNo)
  })

  it('logs faults with the lines of the sources', () => {
    const lineOf = (file: string) =>
      1 +
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex(line => line.includes('function stopOnSignal('))
    const built = `Error: gone\n    at stopOnSignal (${server}:${lineOf(server)}:20)\n    at node:internal:1:2`
    const named = `Error: gone\n    at stopOnSignal (api/main.ts:${lineOf(join(root, 'api/main.ts'))})\n    at node:internal:1:2`
    expect(stackOfSources(built)).toBe(named)
    const lines: string[] = []
    const log = createLog({ logLevel: 'error' }, { write: line => void lines.push(line) })
    log.error({ err: Object.assign(new Error('gone'), { stack: built }) }, 'failed')
    expect(JSON.parse(lines[0]!).err).toMatchObject({ message: 'gone', stack: named })
  })

  it('stops on a signal and starts again on what it kept', async () => {
    expect(await stop()).toEqual([0, null])
    expect(readdirSync(dirname(server))).toContain('compile-cache')
    running = await start()
    const { body } = await (await signedIn('sys_admin')).get('/api/settings/customer-segment?code=BUNDLED')
    expect(body.data).toHaveLength(1)
    expect(await stop()).toEqual([0, null])
  })
})

describe('the build of the server', () => {
  it('is not made anew for the same sources', () => {
    expect(builtServer(process.execPath)).toBe(server)
    expect(basename(server)).toBe('main.cjs')
  })
})
