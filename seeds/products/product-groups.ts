import { materialPricingGroup } from '../../resources/masters/material-pricing-group.ts'
import { mvgr } from '../../resources/masters/mvgr.ts'
import { nid } from '../../resources/masters/nid.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** What products are classed by: pricing groups with their discount caps, SAP's five material groups, the NID list. */
export async function writeProductGroups({ write }: SeedWriter): Promise<void> {
  await write(materialPricingGroup, [
    { code: '01', description: 'Laboratory salts and buffers', maxManualDiscountPct: 25_00 },
    { code: '02', description: 'Laboratory solvents', maxManualDiscountPct: 20_00 },
    { code: '03', description: 'Bioreagents and media', maxManualDiscountPct: 30_00 },
    { code: '04', description: 'Assay kits', maxManualDiscountPct: 15_00 },
    { code: '05', description: 'Bulk chemicals', maxManualDiscountPct: 8_00 },
    { code: '06', description: 'Water treatment', maxManualDiscountPct: 12_00 },
    { code: '07', description: 'Active ingredients', maxManualDiscountPct: 10_00 },
    { code: '08', description: 'Excipients', maxManualDiscountPct: 15_00 },
  ])
  await write(mvgr, [
    { groupNo: '1', code: 'SLT', description: 'Salts and buffers' },
    { groupNo: '1', code: 'SOL', description: 'Solvents' },
    { groupNo: '1', code: 'BIO', description: 'Bioreagents' },
    { groupNo: '1', code: 'KIT', description: 'Assay kits' },
    { groupNo: '1', code: 'ACD', description: 'Acids and alkalis' },
    { groupNo: '1', code: 'WTC', description: 'Water treatment chemicals' },
    { groupNo: '1', code: 'API', description: 'Active pharmaceutical ingredients' },
    { groupNo: '1', code: 'EXC', description: 'Excipients' },
    { groupNo: '2', code: 'HPL', description: 'HPLC grade' },
    { groupNo: '2', code: 'MBG', description: 'Molecular biology grade' },
    { groupNo: '2', code: 'ARG', description: 'Analytical reagent grade' },
    { groupNo: '2', code: 'IPG', description: 'Pharmacopoeia grade' },
    { groupNo: '2', code: 'TEC', description: 'Technical grade' },
    { groupNo: '3', code: 'BTL', description: 'Bottle' },
    { groupNo: '3', code: 'DRM', description: 'Drum or carboy' },
    { groupNo: '3', code: 'BAG', description: 'Bag' },
    { groupNo: '4', code: 'PCA', description: 'Petroleum class A, flash point below 23 °C' },
    { groupNo: '4', code: 'PCB', description: 'Petroleum class B, flash point 23 to 65 °C' },
    { groupNo: '4', code: 'EUD', description: 'Controlled: end-use declaration' },
    { groupNo: '5', code: 'OWN', description: 'Made in own works' },
    { groupNo: '5', code: 'TOL', description: 'Made by a toll manufacturer' },
    { groupNo: '5', code: 'TRD', description: 'Bought and sold' },
  ])
  await write(nid, [
    { code: 'N100', description: 'Life science', sbu: 'LS' },
    { code: 'N110', description: 'Reagents and buffers', sbu: 'LS', parentNid: 'N100' },
    { code: 'N120', description: 'Chromatography solvents', sbu: 'LS', parentNid: 'N100' },
    { code: 'N130', description: 'Cell biology and kits', sbu: 'LS', parentNid: 'N100' },
    { code: 'N200', description: 'Process solutions', sbu: 'PS' },
    { code: 'N210', description: 'Industrial chemicals', sbu: 'PS', parentNid: 'N200' },
    { code: 'N220', description: 'Water treatment', sbu: 'PS', parentNid: 'N200' },
    { code: 'N300', description: 'Pharma', sbu: 'PH' },
    { code: 'N310', description: 'Active ingredients', sbu: 'PH', parentNid: 'N300' },
    { code: 'N320', description: 'Excipients', sbu: 'PH', parentNid: 'N300' },
  ])
}
