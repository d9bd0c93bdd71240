import type { Knex } from 'knex'
import type { RowValues } from '../../resources/define/row-values.ts'

const SUBSTANCES =
  'Acetone,Acetonitrile,Ammonium chloride,Benzoic acid,Boric acid,Calcium chloride,Chloroform,Citric acid,Copper sulphate,Cyclohexane,Dichloromethane,Diethyl ether,EDTA disodium,Ethanol,Ethyl acetate,Ferric nitrate,Formaldehyde,Glycerol,Hexane,Hydrochloric acid,Hydrogen peroxide,Iodine,Isopropyl alcohol,Lead acetate,Magnesium sulphate,Methanol,Nitric acid,Oxalic acid,Phenol,Potassium permanganate,Pyridine,Silver nitrate,Sodium hydroxide,Sodium tartrate,Sulphuric acid,Tetrahydrofuran,Toluene,Urea,Xylene,Zinc oxide'.split(
    ',',
  )
const GRADES = ['AR', 'LR', 'HPLC', 'GC', 'IP', 'BP', 'USP', 'Technical']
const PACKS = ['100 g', '250 g', '500 g', '500 ml', '1 l', '2.5 l', '5 l', '25 kg', '200 l']
const AT_ONCE = 400

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** The references that every product of the benchmark names, in the seeded demo company. */
export interface Named {
  sbu: number[]
  group: number[]
  mvgr1: number[]
}

/** Looks up the references to use. */
export async function namedIn(db: Knex): Promise<Named> {
  return {
    sbu: await db('sbu').where('isActive', 1).orderBy('id').pluck('id'),
    group: await db('material_pricing_group').where('isActive', 1).orderBy('id').pluck('id'),
    mvgr1: await db('mvgr').where({ groupNo: '1', isActive: 1 }).orderBy('id').pluck('id'),
  }
}

/** The n-th product as a client sends it. */
export function productDraft(n: number, { sbu, group, mvgr1 }: Named): RowValues {
  const substance = pick(SUBSTANCES, n * 7 + Math.floor(n / 40))
  return {
    code: `BN-${String(n).padStart(7, '0')}`,
    name: `${substance} ${pick(GRADES, n)} ${pick(PACKS, n * 3)} lot ${n}`,
    shortText: substance,
    sbuId: pick(sbu, n),
    division: String(10 + (n % 5)),
    uom: 'NOS',
    baseUom: 'NOS',
    packSize: pick(PACKS, n * 3),
    packQty: 1000,
    hsnCode: String(28_000_000 + (n % 40) * 1000),
    gstRate: 1800,
    mvgr1Id: mvgr1.length > 0 ? pick(mvgr1, n) : null,
    materialPricingGroupId: pick(group, n),
    storageCondition: pick(['AMBIENT', 'COLD_2_8', 'HAZARD'], n),
  }
}

/** The n-th product as a table row. */
export function productKept(n: number, named: Named): RowValues {
  const at = '2026-04-01T05:30:00.000Z'
  const draft = productDraft(n, named)
  return {
    ...draft,
    uomNumerator: 1,
    uomDenominator: 1,
    minOrderQty: 0,
    maxOrderQty: null,
    grossWeightKg: 1200,
    netWeightKg: 1000,
    isBatchManaged: 1,
    isMultiplexingKit: 0,
    isDrug: 0,
    sapDeleted: 0,
    isOrderable: n % 10 === 0 ? 0 : 1,
    isActive: n % 30 === 0 ? 0 : 1,
    naturalKey: String(draft.code).toLowerCase(),
    rowVersion: 1,
    createdAt: at,
    createdById: 1,
    updatedAt: at,
    updatedById: 1,
  }
}

/** Fills the products table up to this many rows without any check. */
export async function fillProducts(db: Knex, rows: number): Promise<void> {
  const named = await namedIn(db)
  const [{ known }] = (await db('products').count({ known: '*' })) as [{ known: number }]
  await db.transaction(async trx => {
    for (let start = Number(known); start < rows; start += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, rows - start) }, (_, index) =>
        productKept(start + index, named),
      )
      const names = Object.keys(batch[0]!)
      const line = `(${names.map(() => '?').join(',')})`
      await trx.raw(`insert into products (${names.join(',')}) values ${batch.map(() => line).join(',')}`, [
        ...batch.flatMap(row => Object.values(row)),
      ] as never[])
    }
  })
}
