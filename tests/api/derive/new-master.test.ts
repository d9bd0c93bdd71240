import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { PASSWORD } from '../../support/password.ts'
import { type ApiClient, clientAt } from '../../support/portal.ts'

const declaration = `import { organisation } from '../access.ts'
import { choice, code, integer, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** What goods are packed in. */
export const packing = resource({
  group: 'masters',
  name: 'packing',
  title: 'Packing',
  purpose: 'What goods are packed in, and how often a piece may be used.',
  fields: {
    code: code({ max: 6 }),
    name: text({ max: 60 }),
    material: choice(['GLASS', 'PLASTIC', 'STEEL']),
    uses: integer({ min: 1, max: 50, default: 1 }),
  },
  key: ['code'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
`

// A copy of the portal to which one master is added and nothing else.
const copy = mkdtempSync(join(tmpdir(), 'bilty-new-master-'))
const inCopy = (path: string) => join(copy, path)

describe('a new master', () => {
  let desk: ApiClient
  let printed: string[]
  let portal: ReturnType<typeof spawn>
  let database: TestDatabase

  beforeAll(async () => {
    for (const part of ['admin', 'api', 'resources', 'migrations', 'seeds', 'package.json', 'tsconfig.json']) {
      cpSync(join(root, part), inCopy(part), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), inCopy('node_modules'))
    const before = readdirSync(inCopy('migrations'))

    writeFileSync(inCopy('resources/masters/packing.ts'), declaration)
    const registry = readFileSync(inCopy('resources/registry.ts'), 'utf8')
    writeFileSync(
      inCopy('resources/registry.ts'),
      `import { packing } from './masters/packing.ts'\n${registry.replace('  transporter,\n', '  transporter,\n  packing,\n')}`,
    )
    const { status, stderr } = spawnSync(process.execPath, [inCopy('api/derive/print-migration.ts')], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    printed = readdirSync(inCopy('migrations')).filter(name => !before.includes(name))

    database = await seededDatabase()
    const { url } = database
    const env = { ...process.env, NODE_ENV: 'development', BILTY_HOME: inCopy('home'), DATABASE_URL: url, PORT: '0' }
    portal = spawn(process.execPath, [inCopy('api/main.ts')], { env })
    const said = createInterface({ input: portal.stdout! })
    const address = await new Promise<string>(resolve =>
      said.on('line', line => line.includes('http') && resolve(line)),
    )
    const base = `http://127.0.0.1:${/localhost:(\d+)/.exec(address)![1]}`
    const signedIn = await clientAt(base, null).post('/api/authentication', {
      strategy: 'local',
      loginId: 'master_admin',
      password: PASSWORD,
    })
    desk = clientAt(base, signedIn.body.accessToken)
  })

  afterAll(async () => {
    portal.kill('SIGTERM')
    await once(portal, 'exit')
    await database.close()
    rmSync(copy, { recursive: true, force: true })
  })

  it('needs one file, one line in the registry and one generated migration, which comes last', () => {
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/^\d{4}_packing\.ts$/)
    expect(
      readdirSync(inCopy('migrations'))
        .filter(name => /^\d{4}_/.test(name))
        .sort()
        .at(-1),
    ).toBe(printed[0])
  })

  it('is maintained: created, listed, changed, refused with a sentence, deactivated, with a history', async () => {
    const made = await desk.post('/api/masters/packing', { code: 'hdpe', name: 'HDPE drum', material: 'PLASTIC' })
    expect(made.body).toMatchObject({ code: 'HDPE', uses: 1, isActive: true, rowVersion: 1 })
    const path = `/api/masters/packing/${made.body.id}`
    const wrong = await desk.patch(path, { uses: 99, rowVersion: 1 })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'uses'])
    expect((await desk.patch(path, { uses: 20, rowVersion: 1 })).body.uses).toBe(20)
    expect((await desk.get('/api/masters/packing?q=hdpe')).body.total).toBe(1)
    expect((await desk.delete(path)).body.isActive).toBe(false)
    expect((await desk.get(`/api/history?resource=masters/packing&rowId=${made.body.id}`)).body.data).toHaveLength(3)
  })

  it('has its template, its export, its import and its place in the API’s description', async () => {
    expect((await desk.get('/api/templates/masters/packing')).status).toBe(200)
    expect((await desk.get('/api/export/masters/packing?format=csv')).body).toContain('Code')
    const { body } = await desk.get('/api/openapi.json')
    expect(Object.keys(body.paths)).toContain('/masters/packing')
  })

  it('has its five screens', async () => {
    const asked = ['', '/create', '/import', '/edit/1', '/show/1'].map(view => `/masters/packing${view}`)
    const script = `import(process.argv[1]).then(m => console.log(JSON.parse(process.argv[2]).map(path => m.screenAt(path)?.resource.title + ' ' + m.screenAt(path)?.view).join()))`
    const { stdout } = spawnSync(
      process.execPath,
      ['-e', script, inCopy('admin/shell/screens.ts'), JSON.stringify(asked)],
      { encoding: 'utf8' },
    )
    expect(stdout.trim()).toBe('Packing list,Packing create,Packing import,Packing edit,Packing show')
  })
})
