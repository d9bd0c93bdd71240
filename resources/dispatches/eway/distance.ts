/** The portal takes no distance above this, in km. */
const MOST = 4_000
/** Within one PIN code. */
const MOST_WITHIN = 100

/** What is wrong with a distance in km between two PIN codes, as the middle of a sentence; null where it is right. */
export function distanceFault(
  km: number,
  ends: { fromPin: string; toPin: string; portalKm: number | null },
): string | null {
  if (ends.fromPin === ends.toPin)
    return km >= 1 && km <= MOST_WITHIN
      ? null
      : `must be 1 to ${MOST_WITHIN} km, for both places have the PIN code ${ends.fromPin}`
  if (km > MOST) return `must be at most ${MOST.toLocaleString('en-IN')} km`
  if (ends.portalKm !== null && km * 10 > ends.portalKm * 11)
    return `must be at most ${Math.floor((ends.portalKm * 11) / 10)} km: the portal knows ${ends.portalKm} km, and takes 10 % more`
  return null
}

/** The two PIN codes in the order in which a distance is kept, which holds either way. */
export const eitherWay = (one: string, other: string): { fromPin: string; toPin: string } =>
  one <= other ? { fromPin: one, toPin: other } : { fromPin: other, toPin: one }

/** The km that the portal says beside an e-way bill, such as "The distance between the pincodes given is too high, 656 km"; null where it says none. */
export function kmSaid(said: string | null): number | null {
  const found =
    /(\d[\d,]*)(?:\.\d+)?\s*(?:km|kms|kilomet)/i.exec(said ?? '') ?? /distance[^\d]*?(\d[\d,]*)/i.exec(said ?? '')
  const km = found ? Number(found[1]!.replaceAll(',', '')) : 0
  return km > 0 ? km : null
}
