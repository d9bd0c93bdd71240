import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { code, effectivePeriod, reference, text } from '../../resources/define/fields.ts'
import { type Resource, resource, uniqueKeyOf } from '../../resources/define/resource.ts'
import { type Access, may } from '../../resources/define/rights.ts'
import { clean, validate, withDefaults } from '../../resources/define/validate.ts'
import { reports, resourceAt, resourceNamed, resources, subjects } from '../../resources/registry.ts'
import { roleCodes, roles } from '../../resources/roles.ts'
import { validateRegistry } from '../../resources/validate-registry.ts'

const root = new URL('../../resources/', import.meta.url)
// A worklist is a list over a resource that is declared elsewhere.
const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'access' in value && !('only' in value)

/** The resources declared by the files of a folder. */
async function declaredIn(folder: string) {
  const files = readdirSync(new URL(`${folder}/`, root)).filter(file => file.endsWith('.ts'))
  return Promise.all(
    files.map(async file => ({
      file: file.replace('.ts', ''),
      declared: Object.values(await import(new URL(`${folder}/${file}`, root).href)).filter(isResource),
    })),
  )
}

describe('the registry', () => {
  it('is consistent', () => {
    expect(validateRegistry(resources)).toEqual([])
  })

  it.each(['masters', 'access-control', 'shipment-tracking', 'channel-13-masters', 'settings'])(
    'contains every declaration of %s, named by the last part of its path',
    async folder => {
      const files = (await declaredIn(folder)).filter(({ declared }) => declared.length > 0)
      for (const { file, declared } of files) {
        expect(declared, file).toHaveLength(1)
        expect(resourceAt(`${folder}/${file}`), file).toBe(declared[0])
        expect(declared[0]!.name).toBe(file)
      }
      expect(files).toHaveLength(subjects.filter(({ path }) => path.startsWith(`${folder}/`)).length)
    },
  )

  it('says of every master what one of its rows is called, and of no two the same on one group of screens', () => {
    const masters = resources.filter(({ kind }) => kind === 'master')
    expect(
      masters.filter(({ one }) => /\b(map|wise|upload|assign|mapping of)\b|^$/i.test(one)).map(({ one }) => one),
    ).toEqual([])
    const named = masters.map(({ group, one }) => `${group} ${one}`)
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([])
  })

  it.each(['orders', 'dispatches', 'platform'])('contains every record of %s', async folder => {
    const all = (await declaredIn(folder)).flatMap(({ declared }) => declared)
    expect(all.length).toBeGreaterThan(3)
    for (const declared of all) {
      if (declared.kind === 'report') expect(reports).toContain(declared)
      else expect(resourceNamed(declared.name)).toBe(declared)
      expect(declared.kind).not.toBe('master')
    }
  })

  it('finds a resource by name and by path, and names an unknown one', () => {
    expect(resourceNamed('ship-to').path).toBe('access-control/ship-to')
    expect(resourceAt('orders')?.name).toBe('order')
    expect(resourceAt('masters/nothing')).toBeUndefined()
    expect(() => resourceNamed('nothing')).toThrow('No resource is named nothing')
  })
})

describe.each(resources.map(resource => [resource.path, resource] as const))('%s', (_, declared) => {
  it('has its purpose in one sentence that is read at a glance', () => {
    expect(declared.purpose).toMatch(/^[A-Z].*[^.]\.$/s)
    expect(declared.purpose.split(/\s+/).length).toBeLessThanOrEqual(20)
    expect(declared.title).not.toBe('')
  })

  it('is readable for some role, and has scopes only for roles that may read it', () => {
    expect(roleCodes.some(role => may(declared.access, role, 'R'))).toBe(true)
    for (const role of Object.keys(declared.within)) {
      expect(may(declared.access, role as keyof Access, 'R'), role).toBe(true)
    }
  })

  it('shows customers and transporters only rows of their own', () => {
    // Transit days name no transporter; the rules of products and complaints are the same for every customer.
    const shared = ['expected-delivery-days', 'product-enduser-document', 'peso-products', 'complaint-category']
    for (const role of roleCodes) {
      if (!['CUSTOMER', 'TRANSPORTER'].includes(roles[role].userType) || shared.includes(declared.name)) continue
      if (declared.access[role]) expect(declared.within[role], role).toBeDefined()
    }
  })

  it('has a key of required or “any” columns, and the day it starts when it is dated', () => {
    if (declared.kind === 'master') expect(declared.key.length).toBeGreaterThan(0)
    if (declared.dated) expect(uniqueKeyOf(declared).at(-1)).toBe('validFrom')
  })

  it('finds every required field missing from an empty row, and none of those that have a default', () => {
    // Rules between fields that may be empty are told along with them.
    const faults = validate(declared, withDefaults(declared, {})).filter(
      ({ field }) => !declared.fields[field]!.optional,
    )
    const asked = Object.entries(declared.fields).filter(([, field]) => !field.optional && field.default === undefined)
    expect(faults.map(fault => fault.field).sort()).toEqual(asked.map(([name]) => name).sort())
    for (const fault of faults) expect(fault.message).toMatch(/^\S.* is required$/)
  })

  it('accepts only declared fields and keeps valid values unchanged', () => {
    const row = withDefaults(declared, { [declared.key[0] ?? 'id']: 'x', unheard: 1 })
    expect(Object.keys(row)).toEqual(Object.keys(declared.fields))
    expect(clean(declared, row)).toEqual(clean(declared, clean(declared, row)))
  })
})

describe('an unsound declaration is refused', () => {
  const access: Access = { MASTER_ADMIN: 'RC', SALES_REP: 'R' }
  const plain = { group: 'masters', title: 'T', purpose: 'P.', key: ['code'], access } as const
  const sound = resource({ ...plain, name: 'a', fields: { code: code(), name: text() } })

  const sitesRead = (fields: Resource['fields']): Resource =>
    resource({
      ...plain,
      name: 'a',
      fields: fields as { code: ReturnType<typeof code> },
      access: { ...access, DISPATCH: 'R' },
      everyRow: ['DISPATCH'],
    }) as never

  it.each<[string, Resource[], string]>([
    ['one name for two', [sound, { ...sound, path: 'masters/b' }], 'Two resources are named a'],
    ['one path for two', [sound, { ...sound, name: 'b' }], 'Two resources have the path masters/a'],
    [
      'a reference to nothing',
      [resource({ ...plain, name: 'a', fields: { code: code(), bId: reference('b') } })],
      'a: bId refers to b, which is not declared',
    ],
    [
      'a choice by a column that is not there',
      [
        resource({ ...plain, name: 'b', fields: { code: code(), aId: reference(sound, { where: { kind: 'X' } }) } }),
        sound,
      ],
      'b: aId chooses by kind, which a does not have',
    ],
    ['a list of no field', [{ ...sound, list: ['nam'] }], 'a: list names nam, which is no field'],
    [
      'a scope of no field',
      [{ ...sound, within: { SALES_REP: [{ sbuId: 'mySbus' }] } }],
      'a: within names sbuId, which is no field',
    ],
    ['a master without a key', [{ ...sound, key: [] }], 'a: a master needs a key'],
    [
      'a large master without a text to search for',
      [{ ...sound, large: true, search: [] }],
      'a: large is for masters with their own search texts',
    ],
    [
      'a period without a key',
      [{ ...resource({ ...plain, name: 'a', fields: { code: code(), ...effectivePeriod() } }), key: [] }],
      'a: a dated resource needs a key',
    ],
    [
      'a format that does not exist',
      [{ ...sound, fields: { ...sound.fields, name: { ...text(), format: 'gstn' as never } } }],
      'a: name has the unknown format gstn',
    ],
    [
      'a default that is not allowed',
      [resource({ ...plain, name: 'a', fields: { code: code({ default: 'too long for ten' }) } })],
      'a: the default of code must be at most 10 characters',
    ],
    [
      'a secret on the screen',
      [resource({ ...plain, name: 'a', fields: { code: code(), hash: text({ secret: true }) }, list: ['hash'] })],
      'a: hash is secret and must not be shown or searched',
    ],
    [
      'a field that its own clerk cannot see',
      [resource({ ...plain, name: 'a', fields: { code: code(), pan: text({ hiddenFrom: ['MASTER_ADMIN'] }) } })],
      'a: pan is required but hidden from MASTER_ADMIN, who creates rows',
    ],
    [
      'a field that is hidden and stands for its row',
      [
        resource({
          ...plain,
          name: 'a',
          fields: { code: code(), margin: text({ optional: true, hiddenFrom: ['DISPATCH'] }) },
          display: ['code', 'margin'],
        }),
      ],
      'a: margin is hidden from some and must not be shown for rows, searched or sorted by',
    ],
    [
      'a free text that partners read, without an audience',
      [sitesRead({ code: code(), remarks: text({ long: true }) })],
      'a: remarks must state its audience: partners read its rows',
    ],
    [
      'a person whom partners read, without an audience',
      [sitesRead({ code: code(), ownerEmployeeId: reference('employee', { optional: true }) })],
      'a: ownerEmployeeId must state its audience: partners read its rows',
    ],
    [
      'a role from outside that does not say which rows it reaches',
      [{ ...sitesRead({ code: code() }), everyRow: [] }],
      "a: DISPATCH is not of the company, so it must state the rows that it reaches: within, or everyRow: ['DISPATCH']",
    ],
    [
      'two columns under one heading',
      [resource({ ...plain, name: 'a', fields: { code: code(), name: text({ aliases: ['Code'] }) } })],
      'a: two columns answer to the heading code',
    ],
  ])('%s', (_, declared, problem) => {
    expect(validateRegistry(declared)).toContain(problem)
  })
})
