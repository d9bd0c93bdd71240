import { describe, expect, it } from 'vitest'
import { registrationTypes } from '../../resources/access-control/gst-registration.ts'
import { registrationBy, registrationProblem } from '../../resources/access-control/gstin-holders.ts'
import { publishedGstins } from '../../resources/define/official/published.ts'

const sample = (kind: keyof typeof publishedGstins) => publishedGstins[kind].fits[0]!

describe('the GST registration of a customer', () => {
  it.each([
    ['UIN', ['UIN_HOLDER']],
    ['NON_RESIDENT', ['NON_RESIDENT']],
    ['OIDAR', ['OIDAR']],
    ['TAX_DEDUCTOR', ['GOVT', 'TAX_DEDUCTOR']],
    ['TAX_COLLECTOR', ['TAX_COLLECTOR']],
    ['REGULAR', ['REGULAR', 'COMPOSITION', 'SEZ', 'GOVT']],
    ['GOVERNMENT', ['GOVT']],
  ] as const)('agrees with a GSTIN of the kind %s as %j alone', (kind, types) => {
    const agreeing = registrationTypes.filter(type => !registrationProblem(sample(kind), type))
    expect(agreeing.toSorted()).toEqual(types.toSorted())
    expect(registrationBy(sample(kind))).toBe(types.length === 1 ? types[0] : undefined)
  })

  it('is refused with the types that fit', () => {
    expect(registrationProblem(sample('UIN'), 'REGULAR')).toEqual({ of: 'an embassy or UN body', fits: 'UIN holder' })
    expect(registrationProblem(sample('REGULAR'), 'UNREGISTERED')).toEqual({
      of: 'a regular registration',
      fits: 'Regular, Composition, SEZ or Government body',
    })
  })
})
