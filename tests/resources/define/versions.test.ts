import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { code, integer, money, text } from '../../../resources/define/fields.ts'
import { resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { changesToRestore, type RowChanges, versionAfter, versionAt } from '../../../resources/define/versions.ts'

const depot = resource({
  group: 'masters',
  name: 'depot',
  title: 'Depots',
  purpose: 'Made up, to be changed often.',
  key: ['code'],
  fields: {
    code: code(),
    name: text(),
    rent: money({ optional: true }),
    city: text({ sap: true }),
    visits: integer({ server: true }),
  },
  access: {},
})
const values = fc.record({
  code: fc.constantFrom('A', 'B'),
  name: fc.constantFrom('Taloja', 'Pune', 'Surat'),
  rent: fc.constantFrom(null, 100, 200),
  city: fc.constantFrom('Pune', 'Surat'),
  visits: fc.nat(3),
  isActive: fc.boolean(),
})

/** The changes between these versions, newest first, as the history stores them. */
const changesThrough = (versions: RowValues[]): RowChanges[] =>
  versions
    .map((after, index): RowChanges => {
      const before = versions[index - 1]
      if (!before) return { id: 1, before: null, after }
      const names = Object.keys(after).filter(name => after[name] !== before[name])
      const only = (row: RowValues) => Object.fromEntries(names.map(name => [name, row[name]]))
      return { id: index + 1, before: only(before), after: only(after) }
    })
    .reverse()

describe('a version of a row', () => {
  it('is reconstructed by undoing later changes', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 8 }), fc.nat(7), (versions, at) => {
        const place = at % versions.length
        const found = versionAfter(versions.at(-1)!, changesThrough(versions), place + 1)
        expect(found).toEqual(versions[place])
      }),
    )
  })

  it('is also found by its day', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 8 }), fc.nat(7), (versions, at) => {
        const place = at % versions.length
        const days = changesThrough(versions).map(change => ({ ...change, at: `2026-01-0${change.id}` }))
        expect(versionAt(versions.at(-1)!, days, `2026-01-0${place + 2}`)).toEqual(versions[place])
      }),
    )
  })

  it('is restored in the fields that people may write; those of SAP and the product stay', () => {
    fc.assert(
      fc.property(values, values, (now, version) => {
        const restored = { ...now, ...changesToRestore(depot, now, version) }
        expect(restored).toEqual({
          ...version,
          city: now.city,
          visits: now.visits,
          isActive: now.isActive || version.isActive,
        })
        expect(changesToRestore(depot, now, now)).toEqual({})
      }),
    )
  })

  it('never restores a field that the person does not see', () => {
    expect(changesToRestore(depot, { code: 'A' }, { code: 'B', rent: 100 })).toEqual({ code: 'B' })
  })
})
