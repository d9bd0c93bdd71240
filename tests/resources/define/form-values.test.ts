import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeNext } from '../../../admin/account/next-path.ts'
import { formFields } from '../../../admin/derive/form/fields-of.ts'
import {
  applicableFields,
  changedValues,
  copyValues,
  formFaults,
  initialValues,
} from '../../../admin/derive/form/form-fields.ts'
import { differencesBetween, mergeRows } from '../../../admin/derive/form/merge-rows.ts'
import { parseScaled, scaledText } from '../../../admin/derive/form/scaled.ts'
import { optionText } from '../../../admin/derive/value-text.ts'
import { backOf, screenAt } from '../../../admin/shell/screens.ts'
import { code, flag, integer, money, reference, text } from '../../../resources/define/fields.ts'
import { isMask, maskOf } from '../../../resources/define/mask.ts'
import { resource } from '../../../resources/define/resource.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'

const depot = resource({
  group: 'masters',
  name: 'depot',
  title: 'Depots',
  purpose: 'Made up, to have a field of every owner.',
  key: ['code'],
  fields: {
    code: code({ sap: true }),
    name: text(),
    rent: money({ optional: true }),
    sbuId: reference('sbu', { optional: true }),
    isOpen: flag({ default: true }),
    visits: integer({ server: true }),
    token: text({ secret: true, optional: true }),
  },
  rules: [{ field: 'name', message: 'must not be the code', check: row => row.name !== row.code }],
  access: {},
})
const everything = () => true
const pickNull = ({ fields }: typeof depot) => Object.fromEntries(Object.keys(fields).map(name => [name, null]))

describe('a number in a form', () => {
  it('is formatted and parsed without change, in every scale', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.constantFrom(0, 2, 3, 5), (value, scale) => {
        expect(parseScaled(scaledText(value, scale), scale)).toBe(value)
      }),
    )
  })

  it.each([
    ['12,34,567.5', 2, 123456750],
    ['₹ 10', 2, 1000],
    ['.5', 3, 500],
    ['-0', 2, 0],
    ['', 2, null],
    ['1.50', 1, 15],
    ['1,00,000', 3, 100_000_000],
    ['1\u00a000\u202f000', 3, 100_000_000],
    ['12’500.5', 2, 1_250_050],
    ['- 5', 2, -500],
    ['−5', 2, -500],
    ['５ %', 2, 500],
  ])('reads “%s” with %i decimals as %s', (typed, scale, kept) => {
    expect(parseScaled(typed, scale)).toBe(kept)
  })

  it.each(['1.234', '1,5', '1 5', '1,00,00', '1E+05', '#N/A', '1e5', 'ten', '1.2.3', '.', '-', '99999999999999999999'])(
    'leaves “%s” as typed, so that it is refused',
    typed => {
      expect(parseScaled(typed, 2)).toBe(typed)
    },
  )
})

describe('a form', () => {
  it('shows for a new row everything that people enter, and nothing that the product writes', () => {
    expect(formFields(depot, true, everything).map(one => one.name)).toEqual([
      'code',
      'name',
      'rent',
      'sbuId',
      'isOpen',
    ])
  })

  it('shows for an existing row the fields of SAP and the product, and never a secret', () => {
    const fields = formFields(depot, false, everything)
    expect(fields.filter(one => !one.editable).map(one => [one.name, one.readOnlyBy])).toEqual([
      ['code', 'SAP'],
      ['visits', 'Bilty'],
    ])
    expect(fields.some(one => one.name === 'token')).toBe(false)
  })

  it('leaves out what the product has not written yet, and shows what it has, a 0 too', () => {
    const fields = formFields(depot, false, everything)
    const names = (visits: unknown) => {
      const row = { code: 'A', name: null, visits }
      return applicableFields(fields, row, row).map(one => one.name)
    }
    expect(names(null)).not.toContain('visits')
    expect(names(0)).toContain('visits')
    expect(names(null)).toEqual(expect.arrayContaining(['code', 'name']))
  })

  it('makes a field read-only when the person may not change it', () => {
    const fields = formFields(depot, false, (_action, _subject, field) => field !== 'rent')
    expect(fields.find(one => one.name === 'rent')).toMatchObject({ editable: false, readOnlyBy: 'rights' })
  })

  it('starts with the defaults and the filters of the list', () => {
    const start = initialValues(depot, new URLSearchParams('sbuId=3&isOpen=false&visits=9&token=x&nothing=1'))
    expect(start).toMatchObject({ sbuId: 3, isOpen: false, visits: null, token: null, name: null })
    expect(start).not.toHaveProperty('nothing')
  })

  it('accepts from an address only valid values, and sends nothing that the person may not enter', () => {
    const said = new URLSearchParams('sbuId=abc&isOpen=true&validFrom=yesterday&limitPrice=0&level=9')
    expect(initialValues(depot, said)).toMatchObject({ sbuId: null, isOpen: true })
    const limit = initialValues(
      approvingLimits,
      new URLSearchParams('limitType=ALL&level=9&maxValue=0&validFrom=x&sbuId=2'),
    )
    expect(limit).toMatchObject({ limitType: null, level: null, maxValue: 0, sbuId: 2 })
    expect(limit.validFrom).not.toBe('x')
    expect(initialValues(approvingLimits, new URLSearchParams('confirmStatus=CONFIRMED')).confirmStatus).toBe('PENDING')
  })

  it('returns only to a page of this site', () => {
    const back = (address: string) => backOf(new URLSearchParams({ back: address }))
    expect(back('/orders/holes/show/3?again=1')).toBe('/orders/holes/show/3?again=1')
    expect(back('https://evil.example')).toBe('/')
    expect(back('//evil.example')).toBe('/')
    expect(backOf(new URLSearchParams('sbuId=1'))).toBeUndefined()
  })

  it('reports the errors of entered values only', () => {
    const fields = formFields(depot, true, everything)
    expect(formFaults(depot, { code: 'A1', name: null, isOpen: true }, fields)).toEqual([
      { field: 'name', code: 'REQUIRED', message: 'Name is required' },
    ])
    expect(formFaults(depot, { code: 'A1', name: 'A1', isOpen: true }, fields)).toEqual([
      { field: 'name', code: 'RULE', message: 'Name must not be the code' },
    ])
    expect(formFaults(depot, { code: 'A1', name: 'Taloja', isOpen: true }, fields)).toEqual([])
  })

  it('sends only changed values, ignoring spaces around them', () => {
    const base = { code: 'A1', name: 'Taloja', rent: 100, isOpen: true }
    expect(changedValues(depot, base, { ...base, name: ' Taloja ', rent: null })).toEqual({ rent: null })
  })

  it('copies a row without its key and without unique values', () => {
    const row = { code: 'A1', name: 'Taloja', rent: 100, sbuId: 3, isOpen: false, visits: 4 }
    expect(copyValues(depot, row)).toEqual({ ...pickNull(depot), name: 'Taloja', rent: 100, sbuId: 3, isOpen: false })
  })

  it('keeps both people’s changes when two people saved', () => {
    const base = { code: 'A1', name: 'Taloja', rent: 100, isOpen: true }
    const together = mergeRows(depot, base, { ...base, rent: 200 }, { ...base, name: 'Taloja 2', rent: 150, visits: 4 })
    expect(together).toMatchObject({ name: 'Taloja 2', rent: 200, visits: 4 })
  })

  const values = fc.record({
    code: fc.constantFrom('A1', 'A2'),
    name: fc.constantFrom('Taloja', 'Pune', 'Surat'),
    rent: fc.constantFrom(null, 100, 200),
    isOpen: fc.boolean(),
  })
  const sides = fc.dictionary(
    fc.constantFrom('code', 'name', 'rent', 'isOpen'),
    fc.constantFrom('mine', 'theirs' as const),
  )

  it('merges fields that one of two people changed, and asks about fields that both changed differently', () => {
    fc.assert(
      fc.property(values, values, values, sides, (base, mine, theirs, chosen) => {
        const meetings = differencesBetween(depot, base, mine, theirs)
        const together = mergeRows(depot, base, mine, theirs, chosen as Record<string, 'mine' | 'theirs'>)
        for (const name of ['code', 'name', 'rent', 'isOpen'] as const) {
          const [iDid, theyDid] = [mine[name] !== base[name], theirs[name] !== base[name]]
          const by = meetings.find(one => one.name === name)?.by
          if (!iDid && !theyDid) expect([by, together[name]]).toEqual([undefined, base[name]])
          else if (!iDid) expect([by, together[name]]).toEqual(['theirs', theirs[name]])
          else if (!theyDid) expect(by).toBe('mine')
          else expect(by).toBe(mine[name] === theirs[name] ? undefined : 'both')
          if (by === 'both') expect(together[name]).toBe(chosen[name] === 'theirs' ? theirs[name] : mine[name])
        }
        expect(mergeRows(depot, base, base, theirs)).toEqual({ ...pickNull(depot), ...theirs })
      }),
    )
  })
})

describe('an address', () => {
  it.each([
    ['/masters/transporter', 'list', undefined],
    ['/masters/transporter/create', 'create', undefined],
    ['/masters/transporter/import', 'import', undefined],
    ['/masters/transporter/edit/7', 'edit', 7],
    ['/masters/transporter/show/7/', 'show', 7],
  ])('%s is a screen of a master', (path, view, id) => {
    expect(screenAt(path)).toMatchObject({ view, id, resource: { path: 'masters/transporter' } })
  })

  it.each([
    '/masters/nothing',
    '/masters/transporter/compare',
    '/masters/transporter/edit/x',
    '/masters/transporter/show/0',
    '/orders',
    '/',
    '/constructor/name',
  ])('%s is not one', path => {
    expect(screenAt(path)).toBeUndefined()
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    null,
    '/login?next=/login',
  ])('never leads from sign-in to %s', next => {
    expect(safeNext(next)).toBe('/')
  })

  it('leads from sign-in to the requested path, with its query', () => {
    expect(safeNext('/masters/products?q=a&page=2')).toBe('/masters/products?q=a&page=2')
  })
})

describe('a choice', () => {
  it.each([
    ['CENTRAL_WAREHOUSE', 'Central warehouse'],
    ['AIR', 'Air'],
    ['NOT_GTA', 'Not GTA'],
    ['FORWARD_18', 'Forward 18'],
    ['10', '10'],
  ])('%s reads %s', (option, text) => {
    expect(optionText(option)).toBe(text)
  })
})

describe('a value that is shown masked', () => {
  const transporter = resource({
    group: 'masters',
    name: 'transporter',
    title: 'Transporters',
    purpose: 'Made up, to have masked fields.',
    key: ['code'],
    access: {},
    fields: {
      code: code(),
      pan: text({ max: 10, format: 'pan', maskedFor: ['DISPATCH'] }),
      accountNo: text({ max: 20, format: 'digits', optional: true, maskedFor: ['DISPATCH'] }),
    },
  })
  const { pan, accountNo } = transporter.fields
  const shown = { code: 'A', pan: maskOf(pan, 'AAPFU0939F'), accountNo: maskOf(accountNo, '123456789') }
  const declared = formFields(transporter, false, everything)

  it('cannot be typed over in the form, while the rest of the row can', () => {
    const fields = applicableFields(declared, shown, shown)
    expect(fields.map(({ name, editable, readOnlyBy }) => [name, editable, readOnlyBy])).toEqual([
      ['code', true, undefined],
      ['pan', false, 'mask'],
      ['accountNo', false, 'mask'],
    ])
    expect(formFaults(transporter, shown, fields)).toEqual([])
  })

  it('can be entered where it is shown in full, where it is empty, and in a new row', () => {
    const full = { code: 'A', pan: 'AAPFU0939F', accountNo: null }
    for (const loaded of [full, undefined])
      expect(applicableFields(declared, full, loaded).every(({ editable }) => editable)).toBe(true)
    expect(isMask(pan, 'AAPFU0939F')).toBe(false)
  })

  it('is not copied into a new row', () => {
    expect(copyValues(transporter, shown)).toMatchObject({ pan: null, accountNo: null })
  })
})
