import type { products } from '../../resources/masters/products.ts'
import type { Seed } from '../seed-writer.ts'

type Product = Seed<typeof products>

// biome-ignore format: a table, one row a line
const bulk: Product = { uom: 'KG', baseUom: 'KG', gstRate: 18_00, mvgr5: 'OWN', shelfLifeDays: 730, grossWeightKg: 1_050, netWeightKg: 1_000 }
const industrial: Product = {
  ...bulk,
  sbu: 'PS',
  division: '20',
  nid: 'N210',
  mvgr2: 'TEC',
  materialPricingGroup: '05',
}
const solvent: Product = { ...industrial, mvgr1: 'SOL', mvgr3: 'DRM', storageCondition: 'HAZARD' }
const alkali: Product = { ...industrial, mvgr1: 'ACD', mvgr3: 'DRM', storageCondition: 'HAZARD' }
const water: Product = { ...industrial, nid: 'N220', mvgr1: 'WTC', mvgr3: 'DRM', materialPricingGroup: '06' }
const pharma: Product = { ...bulk, sbu: 'PH', division: '30', mvgr2: 'IPG', shelfLifeDays: 1095 }
const active: Product = { ...pharma, nid: 'N310', mvgr1: 'API', mvgr3: 'DRM', materialPricingGroup: '07', isDrug: true }
const excipient: Product = { ...pharma, nid: 'N320', mvgr1: 'EXC', mvgr3: 'BAG', materialPricingGroup: '08' }

/** Sold by the kilogram in whole drums or bags of so many kilograms; quantities are thousandths. */
const packOf = (kilograms: number, what: string): Product => ({
  packSize: `${kilograms} kg ${what}`,
  packQty: kilograms * 1000,
  minOrderQty: kilograms * 1000,
})

// biome-ignore format: a table, one row a line
export const processSolutions: readonly Product[] = [
  { ...solvent, ...packOf(160, 'drum'), code: 'PS-2001', name: 'Toluene', shortText: 'Flash point 4 °C', casNo: '108-88-3', hsnCode: '29023000', mvgr4: 'PCA' },
  { ...solvent, ...packOf(175, 'drum'), code: 'PS-2002', name: 'Mixed xylenes', shortText: 'Flash point 27 °C', casNo: '1330-20-7', hsnCode: '29024400', mvgr4: 'PCB' },
  { ...alkali, ...packOf(35, 'carboy'), code: 'PS-2003', name: 'Hydrochloric acid 33 %', casNo: '7647-01-0', hsnCode: '28061000' },
  { ...alkali, ...packOf(50, 'bag'), code: 'PS-2004', name: 'Caustic soda flakes 98 %', casNo: '1310-73-2', hsnCode: '28151110', mvgr3: 'BAG' },
  { ...alkali, ...packOf(230, 'drum'), code: 'PS-2005', name: 'Triethanolamine 99 %', shortText: 'CWC schedule 3', casNo: '102-71-6', hsnCode: '29221500', mvgr4: 'EUD', storageCondition: 'AMBIENT' },
  { ...alkali, ...packOf(50, 'drum'), code: 'PS-2006', name: 'Potassium permanganate', shortText: 'Narcotic precursor, schedule C', casNo: '7722-64-7', hsnCode: '28416100', mvgr4: 'EUD' },
  { ...water, ...packOf(50, 'carboy'), code: 'PS-2007', name: 'Sodium hypochlorite solution 10 %', casNo: '7681-52-9', hsnCode: '28289019', shelfLifeDays: 90 },
  { ...water, ...packOf(25, 'bag'), code: 'PS-2008', name: 'Poly aluminium chloride 30 %', casNo: '1327-41-9', hsnCode: '28274900', mvgr3: 'BAG', mvgr5: 'TOL' },
  { ...water, ...packOf(50, 'carboy'), code: 'PS-2009', name: 'Ferric chloride solution 40 %', casNo: '7705-08-0', hsnCode: '28273990', mvgr5: 'TOL' },
  { ...water, ...packOf(20, 'bag'), code: 'PS-2010', name: 'Cation exchange resin, sodium form', hsnCode: '39140020', mvgr3: 'BAG', mvgr5: 'TRD', sapSalesStatus: '01' },
  { ...alkali, ...packOf(30, 'carboy'), code: 'PS-2011', name: 'Hydrogen peroxide 50 %', casNo: '7722-84-1', hsnCode: '28470000', shelfLifeDays: 180 },
  { ...water, ...packOf(25, 'bag'), code: 'PS-2012', name: 'Citric acid monohydrate', casNo: '5949-29-1', hsnCode: '29181400', mvgr3: 'BAG', mvgr5: 'TRD' },
]

// biome-ignore format: a table, one row a line
export const pharmaProducts: readonly Product[] = [
  { ...active, ...packOf(25, 'drum'), code: 'PH-3001', name: 'Paracetamol IP', casNo: '103-90-2', hsnCode: '29222933' },
  { ...active, ...packOf(25, 'drum'), code: 'PH-3002', name: 'Ibuprofen IP', casNo: '15687-27-1', hsnCode: '291639' },
  { ...active, ...packOf(25, 'drum'), code: 'PH-3003', name: 'Metformin hydrochloride IP', casNo: '1115-70-4', hsnCode: '29252990' },
  { ...excipient, ...packOf(20, 'bag'), code: 'PH-3101', name: 'Magnesium stearate IP', casNo: '557-04-0', hsnCode: '291570' },
  { ...excipient, ...packOf(25, 'bag'), code: 'PH-3102', name: 'Lactose monohydrate IP, 200 mesh', casNo: '64044-51-5', hsnCode: '170211', substituteProduct: 'PH-3103' },
  { ...excipient, ...packOf(20, 'bag'), code: 'PH-3103', name: 'Microcrystalline cellulose IP, PH 102', casNo: '9004-34-6', hsnCode: '391290' },
  { ...excipient, ...packOf(25, 'bag'), code: 'PH-3104', name: 'Hypromellose IP, E15', casNo: '9004-65-3', hsnCode: '39123929' },
  { ...excipient, ...packOf(250, 'drum'), code: 'PH-3105', name: 'Glycerol IP', casNo: '56-81-5', hsnCode: '29054500', mvgr3: 'DRM' },
  { ...excipient, ...packOf(215, 'drum'), code: 'PH-3106', name: 'Propylene glycol IP', casNo: '57-55-6', hsnCode: '29053200', mvgr3: 'DRM' },
]
