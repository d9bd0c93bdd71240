import fc from 'fast-check'
import { expect, it } from 'vitest'
import { poKeyOf } from '../../../resources/orders/terms/po-key.ts'

it('a PO number is compared in capitals, without spaces, marks and what cannot be seen', () => {
  for (const same of ['KA/77-B', 'ka 77 b', 'KA.77_B', '\u200bKA – 77B\u00a0', 'ＫＡ７７Ｂ'])
    expect(poKeyOf(same)).toBe('KA77B')
  expect([poKeyOf(null), poKeyOf(''), poKeyOf(' -/. ')]).toEqual([null, null, null])
  expect(poKeyOf('KA77B/1')).not.toBe(poKeyOf('KA77B/2'))
})

it('what is added of spaces and marks changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,10}$/), fc.constantFrom(' ', '-', '/', '.', '_'), (no, mark) => {
      expect(poKeyOf([...no].join(mark))).toBe(no)
    }),
  )
})
