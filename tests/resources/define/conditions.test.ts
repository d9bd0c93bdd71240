import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formFields } from '../../../admin/derive/form/fields-of.ts'
import { applicableFields, formFaults } from '../../../admin/derive/form/form-fields.ts'
import { fulfils, isEmpty } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import { choice, code, flag, text } from '../../../resources/define/fields.ts'
import { resource } from '../../../resources/define/resource.ts'
import { validate, withoutInapplicable } from '../../../resources/define/validate.ts'
import { validateRegistry } from '../../../resources/validate-registry.ts'

describe('a field that depends on others', () => {
  const lane = resource({
    group: 'masters',
    name: 'lane',
    title: 'Lanes',
    purpose: 'Made up, to have every kind of condition.',
    key: ['code'],
    fields: {
      code: code({ lockedIf: { mode: 'SEA' } }),
      mode: choice(['ROAD', 'AIR', 'SEA']),
      flight: text({ optional: true, onlyIf: { mode: 'AIR' }, requiredIf: { mode: 'AIR' } }),
      seat: text({ optional: true, onlyIf: { flight: { not: null } } }),
      insured: flag({ onlyIf: { mode: ['AIR', 'SEA'] } }),
      port: text({ optional: true, requiredIf: { mode: 'SEA', insured: true } }),
    },
    access: {},
  })
  const row = { code: 'A', mode: 'ROAD', flight: null, seat: null, insured: false, port: null }

  it.each([
    [{ ...row, flight: 'AI 101' }, 'Flight must be empty unless Mode is Air'],
    [{ ...row, mode: 'AIR' }, 'Flight is required if Mode is Air'],
    [{ ...row, insured: true }, 'Insured must be no unless Mode is Air or SEA'],
    [{ ...row, mode: 'SEA', insured: true }, 'Port is required if Mode is SEA and Insured is yes'],
    [{ ...row, seat: '4A' }, 'Seat must be empty unless Flight is filled in'],
  ])('is refused where its condition does not hold, and required where it is needed: %#', (given, message) => {
    expect(validate(lane, given).map(({ message }) => message)).toEqual([message])
  })

  it('is told in the words that screens use for an option, never as it is stored', () => {
    const words = { staff: { WAITS: 'In the queue' }, buyer: {} }
    const fields = { status: choice(['WAITS', 'ON_HOLD'], { words }), code: code() }
    expect(conditionText({ status: ['WAITS', 'ON_HOLD'] }, fields)).toBe('Status is In the queue or On hold')
    expect(conditionText({ status: { not: 'ON_HOLD' }, code: 'ON_HOLD' }, fields)).toBe(
      'Status is not On hold and Code is ON_HOLD',
    )
  })

  it('is cleared with the value on which it depends, and so are fields that depend on it', () => {
    expect(withoutInapplicable(lane, { ...row, flight: 'AI 101', seat: '4A', insured: true, port: 'JNPT' })).toEqual({
      ...row,
      port: 'JNPT',
    })
    const whole = { ...row, mode: 'AIR', flight: 'AI 101', seat: '4A' }
    expect(withoutInapplicable(lane, whole)).toBe(whole)
  })

  it('is shown in the form only when its condition holds, marked when required, read-only when locked', () => {
    const fields = formFields(lane, false, () => true)
    const shown = (values: object, loaded?: object) =>
      applicableFields(fields, { ...row, ...values }, loaded && { ...row, ...loaded }).map(
        ({ name, required, readOnlyBy }) => name + (required ? ' *' : '') + (readOnlyBy ? ` ${readOnlyBy}` : ''),
      )
    expect(shown({})).toEqual(['code *', 'mode *', 'port'])
    expect(shown({ mode: 'AIR' })).toEqual(['code *', 'mode *', 'flight *', 'insured', 'port'])
    expect(shown({ mode: 'SEA', insured: true }, { mode: 'SEA' })).toEqual([
      'code state',
      'mode *',
      'insured',
      'port *',
    ])
    expect(formFaults(lane, { ...row, mode: 'AIR' }, fields).map(({ field }) => field)).toEqual(['flight'])
  })

  it('depends on declared fields, or the portal does not start', () => {
    const wrong = (field: object) =>
      validateRegistry([
        { ...lane, fields: { ...lane.fields, port: { ...lane.fields.port, requiredIf: undefined, ...field } } },
      ])
    expect(wrong({ onlyIf: { nowhere: 1 } })).toEqual(['lane: onlyIf of port depends on nowhere, which is no field'])
    expect(wrong({ lockedIf: { mode: 'RAIL' } })).toEqual([
      'lane: lockedIf of port depends on mode RAIL, which cannot be',
    ])
    expect(wrong({ onlyIf: { port: 'JNPT' } })).toEqual(['lane: onlyIf of port depends on itself'])
    expect(wrong({ optional: false, onlyIf: { mode: 'SEA' } })).toEqual([
      'lane: port depends on other fields and must be optional',
    ])
  })

  const plain = fc.oneof(fc.constantFrom(null, 'A', 'B', '', 0, 1, true, false), fc.integer())
  it('passes a test exactly when it fails its opposite', () => {
    fc.assert(
      fc.property(plain, fc.array(plain, { minLength: 1 }), (value, values) => {
        expect(fulfils({ x: { not: values } }, { x: value })).toBe(!fulfils({ x: values }, { x: value }))
        expect(fulfils({ x: { not: null } }, { x: value })).toBe(!isEmpty(value))
      }),
    )
  })
})
