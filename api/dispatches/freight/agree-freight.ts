import type { Knex } from 'knex'
import { sumsOf } from '../../../resources/dispatches/freight/agreed-charges.ts'
import type { PackageSize } from '../../../resources/dispatches/freight/charged-weight.ts'
import { lrPackage } from '../../../resources/dispatches/freight/lr-package.ts'
import { type PricedContract, priceByContract } from '../../../resources/dispatches/freight/price-by-contract.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { freightCharge } from '../../../resources/masters/freight-charge.ts'
import { type FreightContract, freightContract } from '../../../resources/masters/freight-contract.ts'
import { freightContractProcess } from '../../../resources/masters/freight-contract-process.ts'
import { freightRate } from '../../../resources/masters/freight-rate.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { expectedFreightOf, type Way } from '../booking/expected-freight.ts'

/** What of an LR decides what is agreed for it. */
export type AgreedFor = Way & { pincode?: string | null } & Pick<
    Lr,
    | 'transporterId'
    | 'chargedWeightKg'
    | 'actualWeightKg'
    | 'declaredValue'
    | 'freightTerms'
    | 'isOda'
    | 'isPickup'
    | 'isDoorDelivery'
  > & { deliveryStatus?: Lr['deliveryStatus'] }

/** What an LR keeps of what is agreed for it. */
export type AgreedColumns = Pick<
  Lr,
  'expectedFreight' | 'expectedOther' | 'freightContractId' | 'volumetricWeightKg' | 'agreedCharges'
>

/**
 * What is agreed for an LR: by the transporter's contract of its day, kind by kind; without a contract or a rate in it by the
 * lane of Transporter Mapping. Nothing where the consignee pays.
 */
export async function agreeFreight(db: Knex, lr: AgreedFor, sizes: readonly PackageSize[]): Promise<AgreedColumns> {
  const none = { expectedOther: null, freightContractId: null, volumetricWeightKg: null, agreedCharges: null }
  if (lr.freightTerms === 'TO_PAY') return { ...none, expectedFreight: null }
  const contract = await contractOn(db, lr.transporterId, lr.lrDate)
  const agreed = contract && priceLr(await withRates(db, contract, lr.lrDate), lr, sizes)
  if (!agreed) return { ...none, expectedFreight: await expectedFreightOf(db, lr) }
  return {
    ...sumsOf(agreed.charges),
    ...{ freightContractId: contract.id, volumetricWeightKg: agreed.volumetric, agreedCharges: agreed },
  }
}

/** What an LR comes to by a contract; null where that has no rate for it. */
export const priceLr = (priced: PricedContract, lr: AgreedFor, sizes: readonly PackageSize[]) =>
  priceByContract(
    priced,
    { ...lr, pincode: lr.pincode ?? null },
    {
      ...{ actual: lr.actualWeightKg, declaredValue: lr.declaredValue, hoursAtGate: null },
      ...{ isOda: lr.isOda, isPickup: lr.isPickup, isDoorDelivery: lr.isDoorDelivery },
      isReturned: lr.deliveryStatus === 'RETURNED',
    },
    sizes,
  )

/** The contract by weight of a transporter that counts on a day. */
async function contractOn(db: Knex, transporterId: number, day: string): Promise<FreightContract | undefined> {
  const [contract] = await rowsOf(db, freightContract, rows =>
    rows
      .where({ transporterId, kind: 'PARCEL', isActive: 1 })
      .where('startsOn', '<=', day)
      .where('endsOn', '>=', day)
      .whereIn('status', [...freightContractProcess.sets.counting])
      .orderBy('startsOn', 'desc')
      .orderBy('id', 'desc'),
  )
  return contract
}

/** A contract with its rates, its charges and the price of fuel of a day. */
export async function withRates(db: Knex, contract: FreightContract, day: string): Promise<PricedContract> {
  const own = { contractId: contract.id, isActive: 1 }
  const rates = await rowsOf(db, freightRate, rows => rows.where(own).orderBy('lineNo'))
  const charges = await rowsOf(db, freightCharge, rows => rows.where(own).orderBy('id'))
  return { contract, rates, charges, fuelPrice: await fuelPriceOn(db, day) }
}

/** The price of fuel of the month of a day, else of the latest month before, in paise. */
async function fuelPriceOn(db: Knex, day: string): Promise<number | null> {
  const row = await db('fuel_price')
    .where('month', '<=', day)
    .where('isActive', 1)
    .orderBy('month', 'desc')
    .first('price')
  return row ? Number(row.price) : null
}

/** The sizes of the packages of an LR. */
export const sizesOf = (db: Knex, lrId: number): Promise<PackageSize[]> =>
  rowsOf(db, lrPackage, rows => rows.where({ lrId }).orderBy('id'))

/** Whether an LR left on a trip whose freight was agreed, of which it then costs its share. */
export async function isOnPricedTrip(db: Knex, lrId: number): Promise<boolean> {
  const found = await db('trip_lr')
    .join('trip', 'trip.id', 'trip_lr.tripId')
    .where({ lrId })
    .whereNull('trip_lr.reason')
    .whereNotNull('trip.gateOutAt')
    .whereNotNull('trip.agreedFreight')
    .first('trip.id')
  return found !== undefined
}
