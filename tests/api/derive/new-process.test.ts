import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../api/platform/config.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { PASSWORD } from '../../support/password.ts'
import { type ApiClient, clientAt } from '../../support/portal.ts'

/** What CONTRIBUTING says to write for a process and its commands, by the file. */
const written: Readonly<Record<string, string>> = {
  'resources/masters/trial-process.ts': `import { process } from '../define/process.ts'

export const trialProcess = process<{ status: string }>()({
  of: 'packing-trial',
  noun: 'trial',
  start: 'PLANNED',
  states: { PLANNED: { staff: 'Planned' }, RUNNING: { staff: 'Running' }, DONE: { staff: 'Done' } },
  sets: { inUse: ['PLANNED', 'RUNNING'] },
  steps: {
    begin: { label: 'Begin', from: ['PLANNED'], to: 'RUNNING', by: ['MASTER_ADMIN'], many: true },
    end: {
      label: 'End',
      from: ['RUNNING'],
      to: 'DONE',
      by: ['MASTER_ADMIN'],
      asks: { result: 'needed' },
      remark: { label: 'Remark', needed: true },
    },
  },
})
`,
  'resources/masters/packing-trial.ts': `import { reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/states.ts'
import { type Row, record } from '../define/resource.ts'
import { sbu } from './sbu.ts'
import { trialProcess } from './trial-process.ts'

export const packingTrial = record({
  path: 'packing-trials',
  name: 'packing-trial',
  title: 'Packing Trials',
  purpose: 'Which SBU tries which packing.',
  fields: {
    sbuId: reference(sbu),
    result: text({ max: 200, optional: true }),
    status: statusField(trialProcess),
  },
  key: [],
  display: ['status'],
  list: ['sbuId', 'status', 'result'],
  sort: ['-id'],
  access: { MASTER_ADMIN: 'RCUA' },
  openIf: openWhile(trialProcess),
})
export type PackingTrial = Row<typeof packingTrial>
`,
  'resources/masters/trial-commands.ts': `import { command, may, rowOf } from '../define/command.ts'
import { processCommands } from '../define/process-commands.ts'
import { packingTrial } from './packing-trial.ts'
import { trialProcess } from './trial-process.ts'

const room = 'Packing'

export const planTrial = command('POST packing-trials', {
  room,
  summary: 'Plans a trial of a packing for an SBU',
  who: may(packingTrial, 'create'),
  body: { sbuId: packingTrial.fields.sbuId },
  answer: rowOf(packingTrial),
})

export const { offered: trialSteps, take: takeTrialStep, many: takeTrialStepOnMany } = processCommands(
  trialProcess,
  packingTrial,
  {
    room,
    who: may(packingTrial, 'update'),
    readers: may(packingTrial, 'read'),
  },
)
`,
  'api/masters/trial-room.ts': `import { type PackingTrial, packingTrial } from '../../resources/masters/packing-trial.ts'
import * as trials from '../../resources/masters/trial-commands.ts'
import { trialProcess } from '../../resources/masters/trial-process.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { attach } from '../derive/process/attach.ts'
import { bindProcess } from '../derive/process/bind-process.ts'
import { insertRows } from '../derive/save/write.ts'

const trialRoom = attach<PackingTrial, typeof trialProcess>(trialProcess, {
  resource: packingTrial,
  numberOf: ({ id }) => \`Trial \${id}\`,
  actorsOf: async (_, __, person) => person.roles,
  effects: { end: async (_, { said: { result } }) => ({ changes: { result } }) },
  tell: {},
})

export const trialCommands: readonly Bound[] = [
  bind(trials.planTrial, async ({ sbuId }, { trx, author }) => {
    const [made] = await insertRows(trx, packingTrial, [{ sbuId, status: 'PLANNED', result: null }], author)
    return { id: made!.id }
  }),
  ...bindProcess(
    { offered: trials.trialSteps, take: trials.takeTrialStep, many: trials.takeTrialStepOnMany },
    trialRoom,
  ),
]
`,
}

/** And the lines that list it, each as what stands before and what comes behind that. */
const listed: readonly [file: string, after: string, added: string][] = [
  ['resources/registry.ts', '\n', "import { packingTrial } from './masters/packing-trial.ts'\n"],
  ['resources/registry.ts', '  transporter,\n', '  packingTrial,\n'],
  ['resources/commands.ts', '\n', "import * as trials from './masters/trial-commands.ts'\n"],
  ['resources/commands.ts', 'AnyCommand[] = [\n', '  trials,\n'],
  ['api/app.ts', '\n', "import { trialCommands } from './masters/trial-room.ts'\n"],
  ['api/app.ts', 'const bound = [\n', '    ...trialCommands,\n'],
]

const copy = mkdtempSync(join(tmpdir(), 'bilty-new-process-'))
const inCopy = (path: string) => join(copy, path)

let desk: ApiClient
let portal: ReturnType<typeof spawn>
let database: TestDatabase

beforeAll(async () => {
  for (const part of ['admin', 'api', 'resources', 'migrations', 'seeds', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), inCopy(part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'))
  for (const [file, code] of Object.entries(written)) writeFileSync(inCopy(file), code)
  for (const [file, after, added] of listed) {
    const code = readFileSync(inCopy(file), 'utf8')
    expect([file, code.includes(after)]).toEqual([file, true])
    writeFileSync(
      inCopy(file),
      code.replace(after, () => after + added),
    )
  }
  const printed = spawnSync(process.execPath, [inCopy('api/derive/print-migration.ts')], { encoding: 'utf8' })
  expect([printed.status, printed.stderr]).toEqual([0, ''])
  database = await seededDatabase()
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    BILTY_HOME: inCopy('home'),
    DATABASE_URL: database.url,
    PORT: '0',
  }
  portal = spawn(process.execPath, [inCopy('api/main.ts')], { env })
  const said = createInterface({ input: portal.stdout! })
  const address = await new Promise<string>(resolve => said.on('line', line => line.includes('http') && resolve(line)))
  const base = `http://127.0.0.1:${/localhost:(\d+)/.exec(address)![1]}`
  const { body } = await clientAt(base, null).post('/api/authentication', {
    strategy: 'local',
    loginId: 'master_admin',
    password: PASSWORD,
  })
  desk = clientAt(base, body.accessToken)
})

afterAll(async () => {
  portal.kill('SIGTERM')
  await once(portal, 'exit')
  await database.close()
  rmSync(copy, { recursive: true, force: true })
})

it('a process and a command that are written as told are served, refused, described, and keep what they name in use', async () => {
  const [place] = (await desk.get('/api/masters/sbu?$limit=1')).body.data
  const made = await desk.post('/api/packing-trials', { sbuId: place.id })
  expect([made.status, made.body]).toMatchObject([201, { status: 'PLANNED', sbuId: place.id }])
  expect((await desk.post('/api/packing-trials', { plant: 1 })).body.errors).toMatchObject([
    { field: 'plant', code: 'UNKNOWN_FIELD' },
    { field: 'sbuId', code: 'REQUIRED' },
  ])
  const trialId = made.body.id
  const usedBy = async () =>
    (await desk.get(`/api/uses?resource=masters/sbu&rowId=${place.id}`)).body.data.map(
      (use: { resource: string }) => use.resource,
    )
  expect(await usedBy()).toContain('packing-trial')
  expect((await desk.get(`/api/trial-steps?trialId=${trialId}`)).body).toEqual({ steps: ['begin'], waits: [] })
  const many = await desk.post('/api/trial-bulk-steps', { step: 'begin', trials: [{ id: trialId, rowVersion: 1 }] })
  expect(many.body.results).toEqual([{ id: trialId, trialNo: `Trial ${trialId}`, isDone: true, message: null }])
  const end = (more: object) => desk.post('/api/trial-steps', { trialId, rowVersion: 2, step: 'end', ...more })
  expect((await end({ remark: 'Tried' })).body.errors).toMatchObject([{ field: 'result', code: 'REQUIRED' }])
  expect((await end({ result: 'It holds' })).body.errors).toMatchObject([{ field: 'remark', code: 'REQUIRED' }])
  expect((await end({ result: 'It holds', remark: 'Tried' })).body).toMatchObject({ status: 'DONE', rowVersion: 3 })
  expect(await usedBy()).not.toContain('packing-trial')
  const { paths } = (await desk.get('/api/openapi.json')).body
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/packing-trials', '/trial-steps', '/trial-bulk-steps']))
})
