import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { can } from '../../../resources/capabilities.ts'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import {
  always,
  cnf,
  GUJARAT,
  MAHARASHTRA,
  ORDER_DATE,
  plant,
  product,
  sourceOrder,
  sourceRows,
} from '../../support/orders/order-rows.ts'

const source = (
  rows: Parameters<typeof sourceRows>[0] = {},
  line: { isDrug?: boolean; manualPlantId?: number; qty?: number } = {},
  order: Parameters<typeof sourceOrder>[0] = {},
  stockOf: Parameters<typeof sourceLine>[3] = null,
) => {
  const { isDrug = false, manualPlantId = null, qty = 50_000 } = line
  const asked = { product: product({ isDrug }), qty, manualPlantId }
  return sourceLine(sourceBook(sourceRows(rows)), sourceOrder(order), asked, stockOf)
}

const reasonOf = (sourced: ReturnType<typeof source>, step: string) =>
  sourced.sourceTrace.steps.find(each => each.step === step)!.reason

describe('the supplying plant of a line', () => {
  it("is the CnF that serves the SBU in the ship-to's state", () => {
    const sourced = source()
    expect(sourced).toMatchObject({ plantId: 1, sourceRule: 'SBU_CNF', sourceProblem: null })
    expect(sourced.sourceTrace.steps.map(({ step, verdict }) => `${step} ${verdict}`)).toEqual([
      'S0 none',
      'S1 none',
      'S2 none',
      'S3 none',
      'S3 none',
      'S4 none',
      'S5 won',
      'S6 none',
      'S6 lost',
    ])
  })

  it('is the one the customer service centre chose, and nobody else may choose', () => {
    expect(source({}, { manualPlantId: 3 })).toMatchObject({ plantId: 3, sourceRule: 'MANUAL' })
    expect(can({ roles: ['CSC_AGENT'] }, 'choosePlant')).toBe(true)
    expect(can({ roles: ['SALES_REP', 'CUSTOMER', 'SYS_ADMIN'] }, 'choosePlant')).toBe(false)
  })

  it('is not one of which SAP has told, but nobody has said yet what it is', () => {
    const plants = [1, 2, 3].map(id => ({ ...plant(id, `12${id}`), toComplete: 'Plant type, GSTIN' }))
    const sourced = source({ plants }, { manualPlantId: 3 })
    expect(sourced.plantId).not.toBe(3)
    expect(reasonOf(sourced, 'S0')).toContain('it is not complete yet (Plant type, GSTIN)')
  })

  it('is the default of the SBU where no CnF serves the state', () => {
    const sourced = source({}, {}, { shipToStateId: GUJARAT })
    expect(sourced).toMatchObject({ plantId: 2, sourceRule: 'DEFAULT_PLANT' })
  })

  it("is the default of the order's channel before that of every channel", () => {
    const defaultSupplyPlants = [
      { ...always(), sbuId: 1, channelId: null, plantId: 2 },
      { ...always(), sbuId: 1, channelId: 11, plantId: 3 },
    ]
    expect(source({ defaultSupplyPlants, sbuCnfs: [] }).plantId).toBe(3)
    expect(source({ defaultSupplyPlants, sbuCnfs: [] }, {}, { channelId: 10 }).plantId).toBe(2)
  })

  it('skips a CnF that is inactive or has no agreement on the day, and says why', () => {
    const inactive = source({ cnfs: [cnf({ isActive: false })] })
    expect(inactive).toMatchObject({ plantId: 2, sourceRule: 'DEFAULT_PLANT' })
    expect(reasonOf(inactive, 'S5')).toContain('it is inactive')
    const ended = source({ cnfs: [cnf({ agreementTo: '2026-10-11' })] })
    expect(ended.plantId).toBe(2)
    expect(reasonOf(ended, 'S5')).toContain('its agreement runs from 01-04-2025 to 11-10-2026')
    expect(source({ cnfs: [cnf({ agreementTo: ORDER_DATE })] }).plantId).toBe(1)
  })

  it('requires a drug licence of the CnF only when the product is a drug', () => {
    const lapsed = [cnf({ drugLicenceValidTo: '2026-10-11' })]
    expect(source({ cnfs: lapsed }).plantId).toBe(1)
    expect(source({ cnfs: lapsed }, { isDrug: true })).toMatchObject({ plantId: 2 })
    expect(source({ cnfs: [cnf({ drugLicenceNo: null })] }, { isDrug: true }).plantId).toBe(2)
    expect(source({ cnfs: [cnf({ drugLicenceValidTo: ORDER_DATE })] }, { isDrug: true }).plantId).toBe(1)
  })

  it('reports when there is none', () => {
    const nowhere = source({ sbuCnfs: [], defaultSupplyPlants: [] })
    expect(nowhere).toMatchObject({ plantId: null, sourceRule: null, sourceProblem: 'NO_SOURCE' })
    expect(nowhere.sourceTrace.steps.every(({ verdict }) => verdict === 'none')).toBe(true)
  })

  it('is decided by exactly one step, whatever the rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isActive: fc.boolean(), id: fc.constantFrom(1, 2) }), { maxLength: 3 }),
        fc.array(fc.constantFrom(null, 11, 12), { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (mappings, channels, isDrug, licensed) => {
          const sourced = source(
            {
              cnfs: [cnf({ drugLicenceNo: licensed ? 'MH-1201' : null }), cnf({ id: 2, plantId: 3, isActive: false })],
              sbuCnfs: mappings.map(({ id, isActive }) => ({
                ...always(),
                isActive,
                sbuId: 1,
                stateId: MAHARASHTRA,
                cnfId: id,
              })),
              defaultSupplyPlants: channels.map(channelId => ({ ...always(), sbuId: 1, channelId, plantId: 2 })),
            },
            { isDrug },
          )
          const won = sourced.sourceTrace.steps.filter(({ verdict }) => verdict === 'won')
          expect(won).toHaveLength(sourced.plantId === null ? 0 : 1)
          expect(sourced.plantId === null).toBe(sourced.sourceProblem === 'NO_SOURCE')
        },
      ),
    )
  })
})
