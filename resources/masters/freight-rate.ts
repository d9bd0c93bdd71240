import { freightTables } from '../access.ts'
import { choice, integer, money, reference, text, weight } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { plant } from '../settings/plant.ts'
import { carriedModes } from '../trade.ts'
import { freightContract } from './freight-contract.ts'
import { state } from './state.ts'
import { stateCity } from './state-city.ts'

/** A rate of a freight contract: by the kilogram for a slab of weight, or for a trip of a type of vehicle. */
export const freightRate = resource({
  group: 'masters',
  name: 'freight-rate',
  title: 'Freight Rates',
  one: 'freight rate',
  purpose: 'The rates of freight contracts, by plant, destination, mode and weight, or by vehicle.',
  fields: {
    contractId: reference(freightContract, { label: 'Contract', aliases: ['contract_no'] }),
    lineNo: integer({ min: 1, max: 99_999, label: 'Line' }),
    plantId: reference(plant, { optional: true, label: 'From plant', hint: 'Leave empty for every plant' }),
    stateId: reference(state, {
      optional: true,
      requiredIf: { cityId: { not: null } },
      label: 'To state',
      aliases: ['gst_state_code'],
    }),
    cityId: reference(stateCity, { optional: true, label: 'To city', hint: 'Goes before a rate of the state' }),
    fromPin: text({
      max: 6,
      format: 'pincode',
      optional: true,
      label: 'PIN codes from',
      hint: 'Go before city and state',
    }),
    toPin: text({
      max: 6,
      format: 'pincode',
      optional: true,
      requiredIf: { fromPin: { not: null } },
      label: 'PIN codes to',
    }),
    transMode: choice(carriedModes, { optional: true, label: 'Mode of transport', hint: 'Leave empty for every mode' }),
    fromKg: weight({ default: 0, label: 'From' }),
    toKg: weight({ optional: true, label: 'Up to', hint: 'Leave empty without an end' }),
    rate: money({ min: 0, optional: true, label: 'Rate per kg' }),
    minimum: money({ min: 0, default: 0, label: 'Minimum freight' }),
    vehicleType: text({ max: 30, optional: true, label: 'Vehicle type', hint: 'Filled in for a rate per trip' }),
    tripRate: money({ min: 0.01, optional: true, label: 'Rate per trip' }),
    extraDrop: money({ min: 0, default: 0, label: 'Per further drop' }),
  },
  key: ['contractId', 'lineNo'],
  display: ['contractId', 'lineNo'],
  list: ['contractId', 'lineNo', 'plantId', 'stateId', 'cityId', 'transMode', 'fromKg', 'toKg', 'rate', 'minimum'],
  filters: ['contractId', 'plantId', 'stateId', 'cityId', 'vehicleType'],
  sort: ['contractId', 'lineNo'],
  indexes: [['plantId'], ['stateId'], ['cityId']],
  rules: [
    {
      field: 'vehicleType',
      code: 'REQUIRED',
      message: 'is required for a rate per trip',
      check: ({ vehicleType, tripRate }) => tripRate === null || vehicleType !== null,
    },
    {
      field: 'rate',
      code: 'REQUIRED',
      message: 'is required, or enter a vehicle type with its rate per trip',
      check: ({ rate, tripRate }) => rate !== null || tripRate !== null,
    },
    {
      field: 'tripRate',
      code: 'RULE',
      message: 'must be empty in a line that has a rate per kg: enter two lines',
      check: ({ rate, tripRate }) => rate === null || tripRate === null,
    },
    {
      field: 'toKg',
      code: 'RANGE',
      message: 'must be more than From',
      check: ({ fromKg, toKg }) => toKg === null || toKg > fromKg,
    },
    {
      field: 'toPin',
      code: 'RANGE',
      message: 'must not be before PIN codes from',
      check: ({ fromPin, toPin }) => fromPin === null || toPin === null || toPin >= fromPin,
    },
  ],
  access: freightTables,
  everyRow: ['DISPATCH'],
})

export type FreightRate = Row<typeof freightRate>
