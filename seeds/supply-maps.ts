import { channelProductCnf } from '../resources/masters/channel-product-cnf.ts'
import { cnfExcludedItems } from '../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../resources/masters/cnf-product-map.ts'
import { distributorProductCnfMapping } from '../resources/masters/distributor-product-cnf-mapping.ts'
import { productWiseTollCenter } from '../resources/masters/product-wise-toll-center.ts'
import type { SeedWriter } from './seed-writer.ts'

/** What each CnF stocks, with the stock at which it reorders, in thousandths. */
// biome-ignore format: a table, one row a line
const shelves: readonly (readonly [cnf: string, product: string, priority: number, reorderLevelQty: number])[] = [
  ['BHW', 'LS-1101', 1, 60_000], ['BHW', 'LS-1102', 1, 60_000], ['BHW', 'LS-1103', 1, 24_000], ['BHW', 'LS-1104', 1, 48_000],
  ['BHW', 'LS-1006', 1, 12_000], ['BHW', 'LS-1302', 1, 20_000], ['BHW', 'PS-2001', 2, 1_600_000], ['BHW', 'PH-3101', 1, 200_000],
  ['GGN', 'LS-1101', 1, 40_000], ['GGN', 'LS-1102', 1, 40_000], ['GGN', 'LS-1104', 2, 24_000], ['GGN', 'LS-1006', 1, 6_000],
  ['BLR', 'LS-1101', 1, 48_000], ['BLR', 'LS-1102', 1, 48_000], ['BLR', 'LS-1103', 2, 12_000], ['BLR', 'LS-1302', 1, 20_000],
]

/**
 * Exceptions to the CnF of the state: what a toll centre makes, what a channel or a customer gets elsewhere, what a CnF
 * must not supply.
 */
export async function writeSupplyMaps({ write }: SeedWriter): Promise<void> {
  await write(productWiseTollCenter, [
    { product: 'PS-2008', tollCenter: 'TCVAP' },
    { product: 'PS-2009', tollCenter: 'TCVAP' },
  ])
  await write(channelProductCnf, [
    { channel: '13', product: 'PH-3104', cnf: 'BHW' },
    { channel: '13', product: 'PH-3101', cnf: 'BHW' },
    { channel: '13', product: 'PH-3101', state: '02', cnf: 'GGN' },
    { channel: '11', product: 'LS-1402', cnf: 'BHW' },
    { channel: '12', product: 'LS-1201', state: '37', cnf: 'BLR' },
  ])
  await write(distributorProductCnfMapping, [
    { customer: '100106', product: 'PH-3105', cnf: 'BLR' },
    { customer: '100103', product: 'PH-3106', cnf: 'BHW' },
    { customer: '100202', product: 'LS-1008', cnf: 'BLR' },
    { customer: '100201', product: 'LS-1006', cnf: 'BHW' },
  ])
  await write(
    cnfProductMap,
    shelves.map(([cnf, product, priority, reorderLevelQty]) => ({ cnf, product, priority, reorderLevelQty })),
  )
  await write(cnfExcludedItems, [
    { cnf: 'BHW', product: 'LS-1303', reason: 'No freezer at -20 °C' },
    { cnf: 'GGN', product: 'LS-1103', reason: 'No room for petroleum class A' },
    { cnf: 'BLR', product: 'LS-1401', reason: 'Narcotic precursor, not on the agent’s registration' },
  ])
}
