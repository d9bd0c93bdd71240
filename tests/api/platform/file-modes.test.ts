import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { narrowModes } from '../../../api/platform/data-folder/narrow-modes.ts'
import { createLog } from '../../../api/platform/log.ts'
import { seededDatabase } from '../../support/database.ts'
import { sendFile } from '../../support/files.ts'
import { finishedImport, uploadImport } from '../../support/imports.ts'
import { withinSeconds } from '../../support/limits.ts'
import { PASSWORD } from '../../support/password.ts'
import { clientAt, type TestPortal } from '../../support/portal.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bilty-modes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

/** The modes of all that lies in a folder, by their paths in it. */
const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .toSorted()
      .map(path => [path, modeOf(join(folder, path))] as const),
  )

/** A data folder as an earlier release left it: everybody may read. */
function oldFolder(name: string, files: readonly string[]): string {
  const home = join(scratch, name)
  mkdirSync(join(home, 'files'), { recursive: true })
  for (const file of files) {
    writeFileSync(join(home, file), '')
    chmodSync(join(home, file), 0o644)
  }
  for (const folder of ['', 'files']) chmodSync(join(home, folder), 0o755)
  return home
}

const saved = '0123456789abcdef0123456789abcdef'
const silent = createLog({ logLevel: 'silent' })

describe.skipIf(process.platform === 'win32')('an old data folder', () => {
  const databases = [
    'bilty.sqlite',
    'bilty.sqlite-wal',
    'bilty.sqlite-shm',
    'bilty.sqlite-migrating',
    'bilty.sqlite-417',
  ]
  const simulators = ['bilty.sap.sqlite', 'bilty.gateway.sqlite', 'bilty.sms.sqlite', 'bilty.sms.sqlite-wal']
  const stored = [`files/${saved}`, `files/${saved}.errors.csv`, `files/${saved}.staging-journal`]

  it('is closed to others, with every file in it', () => {
    const own = ['secret', ...databases, ...simulators, ...stored]
    const home = oldFolder('own', own)
    narrowModes({ home, databaseUrl: `sqlite:${join(home, 'bilty.sqlite')}` }, silent)
    expect(modesIn(home)).toEqual({ files: '700', ...Object.fromEntries(own.map(file => [file, '600'])) })
    expect(modeOf(home)).toBe('700')
  })

  it('keeps what is not the portal’s as it is, and the way to it', () => {
    const foreign = ['notes.txt', 'bilty.sqlite.old', 'bilty.sqlite-old', 'files/notes.txt']
    const home = oldFolder('shared', ['bilty.sqlite', `files/${saved}`, ...foreign])
    symlinkSync(join(home, 'notes.txt'), join(home, 'files', saved.replace('0', 'f')))
    narrowModes({ home, databaseUrl: `sqlite:${join(home, 'bilty.sqlite')}` }, silent)
    const modes = modesIn(home)
    expect([modes['bilty.sqlite'], modes[`files/${saved}`], modes.files]).toEqual(['600', '600', '700'])
    expect(foreign.map(file => modes[file])).toEqual(foreign.map(() => '644'))
    expect(modeOf(home)).toBe('755')
  })

  it('may lie beside a database elsewhere, whose folder stays open', () => {
    const home = oldFolder('beside', ['secret'])
    const elsewhere = oldFolder('elsewhere', ['data.sqlite', 'data.sap.sqlite'])
    narrowModes({ home, databaseUrl: `sqlite:${join(elsewhere, 'data.sqlite')}` }, silent)
    expect(modesIn(elsewhere)).toEqual({ 'data.sap.sqlite': '600', 'data.sqlite': '600', files: '755' })
    expect([modeOf(elsewhere), modeOf(home)]).toEqual(['755', '700'])
  })

  it('of a portal on MariaDB holds its simulators', () => {
    const home = oldFolder('mariadb', ['trade.sap.sqlite', 'trade.sms.sqlite-wal', 'bilty.sqlite'])
    narrowModes({ home, databaseUrl: 'mysql://portal@db.example:3306/trade' }, silent)
    expect(modesIn(home)).toMatchObject({
      'trade.sap.sqlite': '600',
      'trade.sms.sqlite-wal': '600',
      'bilty.sqlite': '644',
    })
  })

  it('is told of in the log where a file cannot be narrowed, and the others are', () => {
    const home = oldFolder('stuck', ['bilty.sqlite', 'bilty.sms.sqlite'])
    const stuck = join(home, 'bilty.sap.sqlite')
    symlinkSync(stuck, stuck)
    const lines: string[] = []
    const log = createLog({ logLevel: 'warn' }, { write: line => lines.push(line) })
    narrowModes({ home, databaseUrl: `sqlite:${join(home, 'bilty.sqlite')}` }, log)
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { level: 'warn', paths: [stuck], count: 1, code: 'ELOOP' },
    ])
    expect(lines[0]).toMatch(/Other users of this machine can read files of the portal/)
    expect(modesIn(home)).toMatchObject({ 'bilty.sqlite': '600', 'bilty.sms.sqlite': '600' })
  })

  it('need not exist', () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'trace' }, { write: line => lines.push(line) })
    const home = join(scratch, 'absent')
    narrowModes({ home, databaseUrl: `sqlite:${join(home, 'bilty.sqlite')}` }, log)
    expect(lines).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a start', () => {
  let product: ChildProcess | undefined
  afterEach(async () => {
    if (product?.exitCode !== null) return
    product.kill('SIGTERM')
    await once(product, 'exit')
  })

  /** Starts the portal where files are open to everybody unless somebody takes care; returns its address. */
  async function start(env: NodeJS.ProcessEnv): Promise<string> {
    const { DATABASE_URL: _, ...inherited } = process.env
    const command = `umask 0; exec '${process.execPath}' '${join(root, 'api', 'main.ts')}'`
    product = spawn('sh', ['-c', command], { env: { ...inherited, PORT: '0', HOST: '127.0.0.1', ...env } })
    let said = ''
    for (const stream of [product.stdout!, product.stderr!])
      stream.on('data', chunk => {
        said += chunk
      })
    await expect.poll(() => said, { timeout: withinSeconds(100) }).toMatch(/http:\/\/localhost:\d+/)
    return `http://127.0.0.1:${/localhost:(\d+)/.exec(said)![1]}`
  }

  async function signedIn(address: string, loginId: string) {
    const sent = { strategy: 'local', loginId, password: PASSWORD }
    return clientAt(address, (await clientAt(address, null).post('/api/authentication', sent)).body.accessToken)
  }

  const own = (modes: Record<string, string>, foreign: readonly string[] = []) =>
    Object.entries(modes).filter(([path]) => !foreign.includes(path))
  const open = (entries: [string, string][]) =>
    entries.filter(([path, mode]) => mode !== (path === 'files' ? '700' : '600'))

  it('in production leaves nothing of a fresh data folder to others', async () => {
    const home = join(scratch, 'fresh', 'data')
    await start({ NODE_ENV: 'production', BILTY_SECRET: 'x'.repeat(40), BILTY_HOME: home })
    const modes = modesIn(home)
    expect(modes).toMatchObject({ 'bilty.sqlite': '600', 'bilty.sqlite-wal': '600', 'bilty.sqlite-shm': '600' })
    expect(open(own(modes))).toEqual([])
    expect([modeOf(home), modeOf(join(scratch, 'fresh'))]).toEqual(['700', '700'])
  })

  it('closes an old database to others, and what it makes itself: simulators, files, uploads', async () => {
    const home = oldFolder('grown', ['notes.txt', `files/${saved}`])
    const database = await seededDatabase()
    let url = database.url
    if (url.startsWith('sqlite:')) {
      await database.db.raw('pragma wal_checkpoint(truncate)')
      copyFileSync(url.slice('sqlite:'.length), join(home, 'bilty.sqlite'))
      chmodSync(join(home, 'bilty.sqlite'), 0o644)
      url = `sqlite:${join(home, 'bilty.sqlite')}`
    }
    try {
      const address = await start({ NODE_ENV: 'development', BILTY_HOME: home, DATABASE_URL: url })
      const portal = { url: address } as TestPortal
      const before = readdirSync(join(home, 'files')).length
      expect((await sendFile(portal, await signedIn(address, 'asha'), 'EUD')).status).toBe(201)
      const desk = await signedIn(address, 'sys_admin')
      const { body } = await uploadImport(portal, desk, 'settings/customer-segment', 'code,name\nNEW,New\n,Wrong\n')
      expect((await finishedImport(desk, body.id)).status).toBe('VALIDATED')
      const modes = modesIn(home)
      expect(readdirSync(join(home, 'files')).length).toBeGreaterThanOrEqual(before + 2)
      expect(Object.keys(modes).filter(path => /\.(sap|gateway|sms)\.sqlite$/.test(path))).toHaveLength(3)
      expect(open(own(modes, ['notes.txt']))).toEqual([])
      expect([modes['notes.txt'], modeOf(home)]).toEqual(['644', '755'])
    } finally {
      await database.close()
    }
  })
})
