import { normalise } from '../define/formats.ts'
import { type VehicleKind, vehicleKind } from '../define/official/vehicle.ts'

const spellings: Record<VehicleKind, (plate: string) => string | null> = {
  FOREIGN: asOnPlate,
  ORDINARY: ordinary,
  OLD: plate => plate.slice(0, 3) + plate.slice(3).padStart(4, '0'),
  BHARAT: asOnPlate,
  TEMPORARY: plate => (plate.startsWith('TR') ? plate : `TR${plate.replace(/^TM?/, '')}`),
  ARMY: plate => (plate.startsWith('DF') ? plate : `DF${/\d{4,6}(?=[A-Z]?$)/.exec(plate)![0].padStart(6, '0')}`),
  DIPLOMATIC: () => null,
}

/**
 * A plate as the e-way portal takes it, such as DL01AB0123 for DL1AB123 (NIC, General Master of vehicle numbers); null where
 * it takes none of the kind.
 */
export function ewayVehicle(plate: string): string | null {
  const kind = vehicleKind(plate)
  return kind ? spellings[kind](plate) : null
}

/** Says how the e-way portal has a plate, as it was typed, where it is spelt otherwise there; null where it is not. */
export function ewayVehicleNote(typed: string | null): string | null {
  const plate = normalise('vehicle', typed ?? '')
  if (!vehicleKind(plate)) return null
  const spelling = ewayVehicle(plate)
  if (spelling === null) return 'The e-way portal takes no diplomatic numbers'
  return spelling === plate ? null : `On the e-way portal: ${spelling}`
}

function asOnPlate(plate: string) {
  return plate
}

/** The office has two digits and the number four; a plate with three digits of the office stays so. */
function ordinary(plate: string) {
  const [, state, office, series, number] =
    /^(..)(\d{1,3})([A-Z]+)(\d+)$/.exec(plate) ?? /^(..)(\d{1,2})()(\d{4})$/.exec(plate)!
  return `${state}${office!.padStart(2, '0')}${series}${number!.padStart(4, '0')}`
}
