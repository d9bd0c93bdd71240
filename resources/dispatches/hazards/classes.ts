/** The UN classes of dangerous goods, with what they are called on cards and lists. */
export const hazardClasses = {
  '1': 'Explosives',
  '2.1': 'Flammable gas',
  '2.2': 'Non-flammable gas',
  '2.3': 'Toxic gas',
  '3': 'Flammable liquid',
  '4.1': 'Flammable solid',
  '4.2': 'Spontaneously combustible',
  '4.3': 'Dangerous when wet',
  '5.1': 'Oxidizing substance',
  '5.2': 'Organic peroxide',
  '6.1': 'Toxic substance',
  '6.2': 'Infectious substance',
  '7': 'Radioactive material',
  '8': 'Corrosive substance',
  '9': 'Miscellaneous dangerous goods',
} as const
export type HazardClass = keyof typeof hazardClasses
export const hazardClassCodes = Object.keys(hazardClasses) as HazardClass[]
export const classWords = Object.fromEntries(
  hazardClassCodes.map(code => [code, `${code} ${hazardClasses[code]}`]),
) as Record<HazardClass, string>

/** How dangerous goods of a class are, I the most; gases have none. */
export const packingGroups = ['I', 'II', 'III', 'NONE'] as const
export type PackingGroup = (typeof packingGroups)[number]

/** What of goods decides beside their class what they may travel with. */
export const hazardTraits = ['LIQUID', 'ACID', 'ALKALI', 'CYANIDE', 'ZONE_A'] as const
export type HazardTrait = (typeof hazardTraits)[number]
export const traitWords: Record<HazardTrait, string> = {
  LIQUID: 'Liquid',
  ACID: 'Acid',
  ALKALI: 'Alkali',
  CYANIDE: 'Cyanide',
  ZONE_A: 'Toxic by inhalation, zone A',
}

/** A flash point in tenths of a degree Celsius, below which a flammable liquid is at least of packing group II (ADR 2.2.3.1.3). */
const GROUP_II_BELOW = 230

/** The packing group of a flammable liquid by its flash point, in tenths of a degree; I needs the boiling point too. */
export const groupByFlashPoint = (flashPoint: number): 'II' | 'III' => (flashPoint < GROUP_II_BELOW ? 'II' : 'III')
