/** Nepal, Bhutan, temporary and army as the e-way portal lists them: einvoice6.gst.gov.in, General Master. */
export const listed = /^(NP|BP|TM|DF)(?=.*\d)[A-Z\d]{5,13}$/
/** The older form, and that of rule 53C of the Central Motor Vehicles Rules 1989 with month and year. */
export const temporary = /^T(R[A-Z]{2}\d[A-Z\d]{3,10}|(0[1-9]|1[0-2])\d{2}[A-Z]{2}\d{4}[A-Z]{1,2})$/
export const ordinary = /^[A-Z]{2}(\d{1,2}([A-Z]{1,3}\d{1,4}|\d{4})|\d{3}[A-Z]\d{1,4})$/
export const old = /^[A-Z]{3}\d{1,4}$/
export const bharat = /^\d{2}BH\d{4}[A-Z]{1,2}$/
/** Behind an arrow, or the year of purchase. */
export const army = /^(↑\d{0,2}|\d{2})[A-Z]\d{4,6}[A-Z]?$/
export const diplomatic = /^\d{1,3}(CD|CC|UN)\d{1,4}$/

/** The kinds of number plates, without spaces and hyphens, in the order in which they are told apart. */
const plates = [listed, temporary, ordinary, old, bharat, army, diplomatic]

/** The kind of a plate; undefined where it is none. */
export const kindOfPlate = (plate: string): RegExp | undefined => plates.find(kind => kind.test(plate))
