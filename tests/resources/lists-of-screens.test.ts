import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isForNone, paramsOf } from '../../admin/http/asked.ts'
import { root } from '../../api/platform/config.ts'
import { commands } from '../../resources/commands.ts'
import type { lr } from '../../resources/dispatches/lr.ts'
import { subjects } from '../../resources/registry.ts'

// What screens ask lists for: `types.ts` holds what the compiler refuses, here stands that nobody goes around it.

const files = readdirSync(join(root, 'admin'), { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => join(root, 'admin', name))
const sources = files.map(file => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }))

/** Where the words of the API are written for everybody. */
const client = ['admin/http/asked.ts', 'admin/shell/query.ts', 'admin/frame/data-provider.ts']
/** The words of SAP's OData, which are alike. */
const ofSap = ['admin/settings/sap-simulator/last-calls.tsx']

it('the parameters of a list are written by its client alone', () => {
  const others = sources.filter(({ file }) => ![...client, ...ofSap].includes(file))
  const found = others.flatMap(({ file, text }) =>
    [...text.matchAll(/\$(?:limit|skip|sort|select|search|totals|exact|after)\b/g)].map(([word]) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

it('each list that a screen asks for is a declared one', async () => {
  const asked = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:rowsOf|few)\((\w+)[,)]/g)].map(([, name]) => ({ file, text, name: name! })),
  )
  expect(asked.length).toBeGreaterThan(60)
  for (const { file, text, name } of asked) {
    const imported = [...text.matchAll(/import \{([^}]*)\} from '([^']*resources\/[^']*)'/g)].find(([, names]) =>
      names!.split(',').some(one => one.trim().split(' as ').at(-1) === name),
    )
    // A list that is handed in by somebody who names a declared one.
    if (!imported) continue
    const first = imported[1]!
      .split(',')
      .map(one => one.trim().split(' as '))
      .find(one => one.at(-1) === name)![0]!
    const declared = (await import(join(root, file, '..', imported[2]!)))[first]
    expect([file, name, subjects.includes(declared)]).toEqual([file, name, true])
  }
})

it('an address that a screen writes by hand is that of a command, not of a list', () => {
  const written = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/api\.get(?:<[^(]*>)?\(\s*['`]\/([^'`$?]*)['`]/g)].map(([, path]) => ({ file, path: path! })),
  )
  expect(written.length).toBeGreaterThan(0)
  const paths = commands.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(written.filter(({ path }) => !paths.includes(path))).toEqual([])
})

describe('a question to a list', () => {
  it('says null as the API reads it, and leaves out what is not asked', () => {
    const asked = { where: { deliveredOn: null, podStatus: { $ne: null } }, sort: { id: -1 }, most: 20 } as const
    expect(paramsOf<typeof lr>(asked)).toEqual({
      deliveredOn: 'null',
      podStatus: { $ne: 'null' },
      $sort: { id: -1 },
      $limit: 20,
    })
    expect(paramsOf<typeof lr>({ q: '' })).toEqual({})
  })

  it('for one of no values is asked of nobody', () => {
    expect(isForNone({ where: { id: { $in: [] } } })).toBe(true)
    expect(isForNone({ where: { id: { $in: [7] }, lrNo: null } })).toBe(false)
  })
})
