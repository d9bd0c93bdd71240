import type { Knex } from 'knex'
import { normalise } from '../../../resources/define/formats.ts'
import { gstinKind, stateOfGstin } from '../../../resources/define/official/gstin.ts'
import type { SapFields } from '../http/fields.ts'
import { SapRowError } from '../reading/pull.ts'
import type { PartnerPlace } from './partner.ts'

interface KnownState {
  id: number
  gstStateCode: string
  name: string
}

/** The state and city of an address in SAP, as the portal knows them. */
interface KnownPlace {
  stateId: number
  /** Null where State City has no city of that name in the state. */
  cityId: number | null
}

/** Finds the state and city of an address. Throws SapRowError where the region names no state, or disagrees with the GSTIN. */
export type FindPlace = (place: PlaceInSap | null, gstin: string | null) => KnownPlace

type PlaceInSap = Pick<PartnerPlace, 'city' | 'region' | 'country'>

/** Loads the states by SAP's regions, and the cities that these addresses name. */
export async function placeFinder(
  db: Knex,
  places: readonly (PlaceInSap | null)[],
  { cityNames }: SapFields,
): Promise<FindPlace> {
  const states: (KnownState & { sapRegion: string | null })[] = await db('state')
    .where('isActive', 1)
    .select('id', 'gstStateCode', 'name', 'sapRegion')
  const byRegion = new Map(states.flatMap(state => regionsOf(state.sapRegion).map(region => [region, state] as const)))
  const named = new Map(Object.entries(cityNames).map(([other, name]) => [other.toLowerCase(), name.toLowerCase()]))
  const nameOf = (city: string) => named.get(city.toLowerCase()) ?? city.toLowerCase()
  const names = [...new Set(places.flatMap(place => (place?.city ? [nameOf(place.city)] : [])))]
  const cities: { id: number; stateId: number; name: string }[] = await db('state_city')
    .where('isActive', 1)
    .whereIn('name', names)
    .select('id', 'stateId', 'name')
  const byName = new Map(cities.map(({ id, stateId, name }) => [`${stateId} ${name.toLowerCase()}`, id]))

  return (place, gstin) => {
    if (place === null)
      throw new SapRowError('address', 'No address is the usual one today: mark one in SAP', 'NO_ADDRESS')
    const state = stateOf(place, byRegion)
    const code = codeIn(gstin) ?? state.gstStateCode
    if (code !== state.gstStateCode) {
      const message = `Region ${place.region} is ${state.name} (GST ${state.gstStateCode}), and GSTIN ${gstin} begins with ${code}: correct one of them in SAP`
      throw new SapRowError('gstin', message, 'REGION')
    }
    return { stateId: state.id, cityId: place.city ? (byName.get(`${state.id} ${nameOf(place.city)}`) ?? null) : null }
  }
}

/** The GST code in a GSTIN of a kind that has a state; of one that is none the first two signs, which say as much. */
function codeIn(gstin: string | null): string | null {
  if (gstin === null) return null
  const text = normalise('gstin', gstin)
  return gstinKind(text) ? stateOfGstin(text) : text.slice(0, 2)
}

function stateOf({ region, country }: PlaceInSap, byRegion: ReadonlyMap<string, KnownState>): KnownState {
  if (country !== null && country !== 'IN') {
    const message = `Country ${country} is not India, where the portal sells: leave it to SAP, or correct the address there`
    throw new SapRowError('stateId', message, 'COUNTRY')
  }
  const state = region === null ? undefined : byRegion.get(region)
  if (state) return state
  const message =
    region === null
      ? 'The address has no region: enter it in SAP'
      : `Region ${region} is not the SAP region of any state: enter it under States`
  throw new SapRowError('stateId', message, 'REGION')
}

const regionsOf = (text: string | null) => (text ?? '').split(',').flatMap(part => part.trim() || [])
