import { distCustMapping } from '../resources/masters/dist-cust-mapping.ts'
import { distributorProductMap } from '../resources/masters/distributor-product-map.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Products of each distributor; a star marks what their customers cannot buy directly. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  '100201': [
    ...['LS-1001', 'LS-1002', 'LS-1003', 'LS-1004', 'LS-1005', 'LS-1006', 'LS-1007', 'LS-1008'],
    ...['LS-1101', 'LS-1102', 'LS-1104', 'PS-2007*', 'PS-2012'],
  ],
  '100202': ['LS-1008', 'LS-1101', 'LS-1102', 'LS-1103', 'LS-1402*', 'PS-2008', 'PS-2009'],
}

/** Which distributor buys for whom, and what they sell: these customers buy everything else from the company itself. */
export async function writeDistributors({ write }: SeedWriter): Promise<void> {
  await write(distCustMapping, [
    { distributor: '100201', customer: '100105', sbu: 'PS' },
    { distributor: '100201', customer: '100110', sbu: 'LS' },
    { distributor: '100202', customer: '100104', sbu: 'LS' },
  ])
  await write(
    distributorProductMap,
    Object.entries(ranges).flatMap(([distributor, products]) =>
      products.map(product => ({
        distributor,
        product: product.replace('*', ''),
        isExclusive: product.endsWith('*'),
      })),
    ),
  )
}
