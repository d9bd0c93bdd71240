import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  outdatedPassword,
  passwordFault,
  passwordFaults,
  passwordHint,
  refusedPassword,
} from '../../../resources/platform/password-policy.ts'

describe('a password', () => {
  it.each([
    ['eleven-long', 'SHORT'],
    ['twelve-long!', null],
    ['😀'.repeat(11), 'SHORT'],
    ['😀'.repeat(12), null],
    ['x'.repeat(72), null],
    ['x'.repeat(73), 'LONG'],
    ['₹'.repeat(24), null],
    ['₹'.repeat(25), 'LONG'],
    ['', 'SHORT'],
  ])('has 12 characters at least and 72 bytes at most: %s', (password, fault) => {
    expect(passwordFault(password, 'asha')).toBe(fault)
  })

  it('does not contain the login ID, in capitals or small letters', () => {
    for (const password of ['I am asha of Pune', 'I am ASHA of Pune', 'Pune-Pune-aShA'])
      expect(passwordFault(password, 'Asha')).toBe('LOGIN')
    expect(passwordFault('I am asha of Pune', '')).toBeNull()
  })

  it('needs no kinds of characters', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 12, maxLength: 72 })
    fc.assert(fc.property(letters, password => passwordFault(password, '4711') === null))
  })

  it('is refused in sentences that name it and say what to do', () => {
    for (const fault of passwordFaults) {
      expect(refusedPassword[fault]).toMatch(/^New password .+: \S/)
      expect(outdatedPassword[fault]).toMatch(/^Your password .+: \S.*\.$/)
    }
    expect(passwordHint).toMatch(/12 characters/)
  })
})
