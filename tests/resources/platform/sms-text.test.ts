import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DLT_VARIABLE, mobileDigits, smsFault, smsValues } from '../../../resources/platform/sms-text.ts'

it('reads a mobile number however it is written, and nothing else as one', () => {
  for (const written of ['9820012345', '98200 12345', '+91 98200-12345', '09820012345', '919820012345'])
    expect([written, mobileDigits(written)]).toEqual([written, '9820012345'])
  for (const written of [null, '', '5820012345', '982001234', '98200123456', 'a9820012345'])
    expect([written, mobileDigits(written)]).toEqual([written, null])
})

it('reads a number that begins with 91 as such', () => {
  expect(mobileDigits('9198200123')).toBe('9198200123')
})

it('gives no variable more than 30 characters, and keeps shorter ones as they are', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), value => {
      const [cut] = Object.values(smsValues({ value }))
      const line = value.replace(/\s+/g, ' ').trim()
      expect([...cut!].length).toBeLessThanOrEqual(DLT_VARIABLE)
      expect(line.startsWith(cut!)).toBe(true)
      if ([...line].length <= DLT_VARIABLE) expect(cut).toBe(line)
    }),
  )
})

it('ends a cut name with its last whole word', () => {
  expect(smsValues({ name: 'Sahyadri Biologics Private Limited' })).toEqual({ name: 'Sahyadri Biologics Private' })
  expect(smsValues({ name: 'x'.repeat(40) })).toEqual({ name: 'x'.repeat(30) })
})

it('lets a link of the portal through whose token has 22 characters, and no other address', () => {
  expect(smsFault({ link: `{portal}/feedback#${'t'.repeat(22)}` })).toBeNull()
  expect(smsFault({ link: `{portal}/feedback#${'t'.repeat(31)}` })).toContain('more than 30 characters')
  expect(smsFault({ link: 'https://other.example' })).toContain('another address')
})
