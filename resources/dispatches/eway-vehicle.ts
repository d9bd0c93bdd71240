import { normalise } from '../define/formats.ts'
import { army, diplomatic, kindOfPlate, listed, old, ordinary, temporary } from '../define/official/vehicle.ts'

const spellings = new Map<RegExp, (plate: string) => string | null>([
  [listed, plate => plate.replace(/^TM/, 'TR')],
  [temporary, plate => plate.replace(/^T(?=\d)/, 'TR')],
  [ordinary, spellOrdinary],
  [old, plate => plate.slice(0, 3) + plate.slice(3).padStart(4, '0')],
  [army, plate => `DF${/\d{4,6}(?=[A-Z]?$)/.exec(plate)![0].padStart(6, '0')}`],
  [diplomatic, () => null],
])

/**
 * A plate as the e-way portal takes it, such as DL01AB0123 for DL1AB123 (NIC, General Master of vehicle numbers); null where
 * it takes none of the kind.
 */
export function ewayVehicle(plate: string): string | null {
  const kind = kindOfPlate(plate)
  if (!kind) return null
  const spell = spellings.get(kind)
  return spell ? spell(plate) : plate
}

/** Says how the e-way portal has a plate, as it was typed, where it is spelt otherwise there; null where it is not. */
export function ewayVehicleNote(typed: string | null): string | null {
  const plate = normalise('vehicle', typed ?? '')
  if (!kindOfPlate(plate)) return null
  const spelling = ewayVehicle(plate)
  if (spelling === null) return 'The e-way portal takes no diplomatic numbers'
  return spelling === plate ? null : `On the e-way portal: ${spelling}`
}

/** The office has two digits and the number four; a plate with three digits of the office stays so. */
function spellOrdinary(plate: string) {
  const [, state, office, series, number] =
    /^(..)(\d{1,3})([A-Z]+)(\d+)$/.exec(plate) ?? /^(..)(\d{1,2})()(\d{4})$/.exec(plate)!
  return `${state}${office!.padStart(2, '0')}${series}${number!.padStart(4, '0')}`
}
