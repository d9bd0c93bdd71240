import { describe, expect, it } from 'vitest'
import { publishedPlates } from '../../../resources/define/official/published.ts'
import { ewayVehicle, ewayVehicleNote } from '../../../resources/dispatches/eway-vehicle.ts'

/** What NIC takes: seven to fifteen capital letters and digits. */
const TAKEN = /^[A-Z\d]{7,15}$/

describe('the spelling of a plate on the e-way portal', () => {
  it.each([
    ['DL1AB123', 'DL01AB0123'],
    ['KA5K7', 'KA05K0007'],
    ['MH12AB1234', 'MH12AB1234'],
    ['AB121234', 'AB121234'],
    ['GJ51234', 'GJ051234'],
    ['AB123A1234', 'AB123A1234'],
    ['MHK821', 'MHK0821'],
    ['22BH1234AA', '22BH1234AA'],
    ['TRMH12342024', 'TRMH12342024'],
    ['TM12345', 'TR12345'],
    ['T0126MH1234A', 'TR0126MH1234A'],
    ['↑03D153874H', 'DF153874'],
    ['07C12345X', 'DF012345'],
    ['DF123456', 'DF123456'],
    ['BP1A1234', 'BP1A1234'],
    ['77CD12', null],
    ['TRUCK', null],
  ])('of %s is %s', (plate, spelling) => {
    expect(ewayVehicle(plate)).toBe(spelling)
  })

  it('is one that the portal takes, for every kind that it has', () => {
    for (const [kind, { fits }] of Object.entries(publishedPlates))
      if (kind !== 'diplomatic') for (const plate of fits) expect(ewayVehicle(plate)).toMatch(TAKEN)
  })

  it('is said where it is not that of the plate', () => {
    expect(ewayVehicleNote('DL1AB123')).toBe('On the e-way portal: DL01AB0123')
    expect(ewayVehicleNote('MH12AB1234')).toBeNull()
    expect(ewayVehicleNote('12CC345')).toBe('The e-way portal takes no diplomatic numbers')
    expect(ewayVehicleNote('MH12')).toBeNull()
  })
})
