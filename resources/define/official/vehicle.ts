/**
 * The kinds of number plates, without spaces and hyphens: Central Motor Vehicles Rules 1989, rules 50, 53C and 76; army and
 * foreign ones as the e-way portal lists them (einvoice6.gst.gov.in, General Master).
 */
export const vehicleKinds = {
  FOREIGN: /^(NP|BP)(?=.*\d)[A-Z\d]{5,13}$/,
  TEMPORARY: /^(TR[A-Z]{2}\d[A-Z\d]{3,10}|TM(?=.*\d)[A-Z\d]{5,13}|T(0[1-9]|1[0-2])\d{2}[A-Z]{2}\d{4}[A-Z]{1,2})$/,
  ORDINARY: /^[A-Z]{2}(\d{1,2}([A-Z]{1,3}\d{1,4}|\d{4})|\d{3}[A-Z]\d{1,4})$/,
  OLD: /^[A-Z]{3}\d{1,4}$/,
  BHARAT: /^\d{2}BH\d{4}[A-Z]{1,2}$/,
  ARMY: /^((↑\d{0,2}|\d{2})[A-Z]\d{4,6}[A-Z]?|DF(?=.*\d)[A-Z\d]{5,13})$/,
  DIPLOMATIC: /^\d{1,3}(CD|CC|UN)\d{1,4}$/,
}
export type VehicleKind = keyof typeof vehicleKinds

/** The kind of a plate; undefined where it is none. */
export const vehicleKind = (plate: string): VehicleKind | undefined =>
  (Object.keys(vehicleKinds) as VehicleKind[]).find(name => vehicleKinds[name].test(plate))
