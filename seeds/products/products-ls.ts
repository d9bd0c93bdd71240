import { today } from '../../api/platform/clock.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { products } from '../../resources/masters/products.ts'
import type { Seed } from '../seed-writer.ts'

type Product = Seed<typeof products>

const lab: Product = {
  sbu: 'LS',
  division: '10',
  uom: 'EA',
  baseUom: 'EA',
  gstRate: 18_00,
  mvgr3: 'BTL',
  mvgr5: 'OWN',
  shelfLifeDays: 1095,
}
const salt: Product = { ...lab, nid: 'N110', mvgr1: 'SLT', mvgr2: 'MBG', materialPricingGroup: '01' }
const solvent: Product = {
  ...lab,
  nid: 'N120',
  mvgr1: 'SOL',
  mvgr2: 'HPL',
  materialPricingGroup: '02',
  storageCondition: 'HAZARD',
  packSize: '2.5 L',
  grossWeightKg: 3_100,
}
const bio: Product = { ...lab, nid: 'N130', mvgr1: 'BIO', mvgr2: 'MBG', materialPricingGroup: '03', shelfLifeDays: 540 }
const kit: Product = {
  ...lab,
  nid: 'N130',
  mvgr1: 'KIT',
  mvgr3: null,
  mvgr5: 'TRD',
  materialPricingGroup: '04',
  hsnCode: '38221990',
  gstRate: 5_00,
  storageCondition: 'COLD_2_8',
  isMultiplexingKit: true,
  shelfLifeDays: 365,
  packSize: '1 kit',
  grossWeightKg: 2_400,
  netWeightKg: 900,
}

/** Life science, sold by the bottle or kit. Weights in grams, percent in hundredths. */
// biome-ignore format: a table, one row a line
export const lifeScience: readonly Product[] = [
  { ...salt, code: 'LS-1001', name: 'Tris base, molecular biology grade', casNo: '77-86-1', hsnCode: '29221990', packSize: '500 g', grossWeightKg: 620, netWeightKg: 500 },
  { ...salt, code: 'LS-1002', name: 'Phosphate buffered saline 10X', hsnCode: '38249900', packSize: '1 L', grossWeightKg: 1_250, netWeightKg: 1_080 },
  { ...salt, code: 'LS-1003', name: 'Sodium dodecyl sulfate, PAGE grade', casNo: '151-21-3', hsnCode: '34023900', packSize: '250 g', grossWeightKg: 340, netWeightKg: 250 },
  { ...salt, code: 'LS-1004', name: 'EDTA disodium salt dihydrate', casNo: '6381-92-6', hsnCode: '29224990', packSize: '500 g', grossWeightKg: 610, netWeightKg: 500 },
  { ...salt, code: 'LS-1005', name: 'Sodium chloride, molecular biology grade', casNo: '7647-14-5', hsnCode: '25010090', gstRate: 0, packSize: '1 kg', grossWeightKg: 1_120, netWeightKg: 1_000 },
  { ...salt, code: 'LS-1006', name: 'Agarose, low electroendosmosis', casNo: '9012-36-6', hsnCode: '39139090', packSize: '100 g', grossWeightKg: 160, netWeightKg: 100, nid: 'N130' },
  { ...salt, code: 'LS-1007', name: 'D-Glucose anhydrous, cell culture tested', casNo: '50-99-7', hsnCode: '170230', gstRate: 5_00, packSize: '500 g', grossWeightKg: 610, netWeightKg: 500 },
  { ...bio, code: 'LS-1008', name: 'Bovine serum albumin, fraction V', casNo: '9048-46-8', hsnCode: '35029000', packSize: '100 g', grossWeightKg: 180, netWeightKg: 100, storageCondition: 'COLD_2_8' },
  { ...solvent, code: 'LS-1101', name: 'Acetonitrile, HPLC gradient grade', casNo: '75-05-8', hsnCode: '29269000', netWeightKg: 1_965 },
  { ...solvent, code: 'LS-1102', name: 'Methanol, HPLC grade', casNo: '67-56-1', hsnCode: '29051100', netWeightKg: 1_980 },
  { ...solvent, code: 'LS-1103', name: 'n-Hexane, HPLC grade', shortText: 'Flash point -22 °C', casNo: '110-54-3', hsnCode: '29011000', netWeightKg: 1_650, mvgr4: 'PCA' },
  { ...solvent, code: 'LS-1104', name: 'Isopropyl alcohol, HPLC grade', casNo: '67-63-0', hsnCode: '29051220', netWeightKg: 1_965 },
  { ...kit, code: 'LS-1201', name: 'Multiplex cytokine panel, human, 25-plex' },
  { ...kit, code: 'LS-1202', name: 'Multiplex phosphoprotein panel, 12-plex', launchDate: addDays(today(), 23) },
  { ...bio, code: 'LS-1301', name: 'Trypsin-EDTA solution 0.25 %', casNo: '9002-07-7', hsnCode: '35079099', packSize: '100 ml', packQty: 5_000, minOrderQty: 5_000, grossWeightKg: 150, netWeightKg: 100, storageCondition: 'FROZEN_M20' },
  { ...bio, code: 'LS-1302', name: 'Taq DNA polymerase, 500 units', casNo: '9012-90-2', hsnCode: '35079099', packSize: '500 U', grossWeightKg: 60, netWeightKg: 10, storageCondition: 'FROZEN_M20' },
  { ...bio, code: 'LS-1303', name: 'Foetal bovine serum, heat inactivated', hsnCode: '30021290', gstRate: 5_00, packSize: '500 ml', maxOrderQty: 40_000, grossWeightKg: 640, netWeightKg: 510, storageCondition: 'FROZEN_M20' },
  { ...salt, code: 'LS-1401', name: 'Acetic anhydride, analytical reagent', shortText: 'Narcotic precursor, schedule A', casNo: '108-24-7', hsnCode: '29152400', mvgr1: 'SOL', mvgr2: 'ARG', mvgr4: 'EUD', storageCondition: 'HAZARD', packSize: '500 ml', grossWeightKg: 720, netWeightKg: 541 },
  { ...salt, code: 'LS-1402', name: 'Anthranilic acid, analytical reagent', shortText: 'Narcotic precursor, schedule A', casNo: '118-92-3', hsnCode: '29224300', mvgr2: 'ARG', mvgr4: 'EUD', packSize: '250 g', grossWeightKg: 340, netWeightKg: 250 },
]
