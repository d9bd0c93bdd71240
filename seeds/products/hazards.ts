import { hazardSegregation } from '../../resources/masters/hazard-segregation.ts'
import { productHazard } from '../../resources/masters/product-hazard.ts'
import { unNumber } from '../../resources/masters/un-number.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** UN numbers as 49 CFR 172.101 lists them; the last column says whether they may fly. */
// biome-ignore format: a table, one row a line
const numbers = [
  ['UN1648', 'II', 'Acetonitrile', '3', null, '75-05-8', true],
  ['UN1230', 'II', 'Methanol', '3', '6.1', '67-56-1', true],
  ['UN1208', 'II', 'Hexanes', '3', null, '110-54-3', true],
  ['UN1219', 'II', 'Isopropanol', '3', null, '67-63-0', true],
  ['UN1294', 'II', 'Toluene', '3', null, '108-88-3', true],
  ['UN1307', 'II', 'Xylenes', '3', null, '1330-20-7', true],
  ['UN1307', 'III', 'Xylenes', '3', null, '1330-20-7', true],
  ['UN1090', 'II', 'Acetone', '3', null, '67-64-1', true],
  ['UN1715', 'II', 'Acetic anhydride', '8', '3', '108-24-7', true],
  ['UN1789', 'II', 'Hydrochloric acid', '8', null, '7647-01-0', true],
  ['UN1789', 'III', 'Hydrochloric acid', '8', null, '7647-01-0', true],
  ['UN1823', 'II', 'Sodium hydroxide, solid', '8', null, '1310-73-2', true],
  ['UN1791', 'II', 'Hypochlorite solutions', '8', null, null, true],
  ['UN1791', 'III', 'Hypochlorite solutions', '8', null, null, true],
  ['UN2582', 'III', 'Ferric chloride, solution', '8', null, '7705-08-0', true],
  ['UN2014', 'II', 'Hydrogen peroxide, aqueous solutions with 20 to 60 %', '5.1', '8', '7722-84-1', false],
  ['UN1490', 'II', 'Potassium permanganate', '5.1', null, '7722-64-7', true],
  ['UN1593', 'III', 'Dichloromethane', '6.1', null, '75-09-2', true],
] as const

const flammable = {
  dangers: 'Highly flammable. Vapours form explosive mixtures with air and travel along the ground.',
  protection: 'Goggles, gloves that resist solvents, boots. No open light.',
  spill: 'Stop the engine. Keep people and sparks away. Take up with sand. Keep it out of drains.',
  fire: 'Foam, dry powder or carbon dioxide. No jet of water. Cool drums with spray.',
  firstAid: 'Fresh air. Wash skin and eyes with water for 15 minutes. See a doctor.',
}
const corrosive = {
  dangers: 'Burns skin and eyes. Attacks metals. Fumes irritate the lungs.',
  protection: 'Face shield, gloves and apron that resist acid and alkali, boots.',
  spill: 'Keep people away. Cover with sand or earth. Do not use sawdust. Keep it out of drains.',
  fire: 'It does not burn. Cool containers with spray and stay upwind.',
  firstAid: 'Wash skin and eyes with much water for 15 minutes. Give water, no vomiting. See a doctor.',
}
const oxidizing = {
  dangers: 'Makes fires burn stronger. Wood, cloth and oil may catch fire by it.',
  protection: 'Goggles, gloves, boots. Take off clothes that are wet with it.',
  spill: 'Thin with much water. No sawdust, no cloth. Keep it away from what burns.',
  fire: 'Much water from afar. No dry powder.',
  firstAid: 'Wash skin and eyes with water for 15 minutes. See a doctor.',
}

/** Flash points in tenths of a degree. The emergency action codes come from the safety data sheets; one is known. */
// biome-ignore format: a table, one row a line
const hazards = [
  ['LS-1101', 'UN1648', 'II', 20, ['LIQUID'], 'Clear liquid, smells like ether', flammable],
  ['LS-1102', 'UN1230', 'II', 97, ['LIQUID'], 'Clear liquid, smells like spirit', flammable],
  ['LS-1103', 'UN1208', 'II', -220, ['LIQUID'], 'Clear liquid, smells like petrol', flammable],
  ['LS-1104', 'UN1219', 'II', 120, ['LIQUID'], 'Clear liquid, smells like spirit', flammable],
  ['LS-1401', 'UN1715', 'II', 490, ['LIQUID', 'ACID'], 'Clear liquid, smells like vinegar', corrosive],
  ['PS-2001', 'UN1294', 'II', 40, ['LIQUID'], 'Clear liquid, smells sweet', flammable],
  ['PS-2002', 'UN1307', 'III', 270, ['LIQUID'], 'Clear liquid, smells sweet', flammable],
  ['PS-2003', 'UN1789', 'II', null, ['LIQUID', 'ACID'], 'Fuming, yellowish liquid with a sharp smell', corrosive],
  ['PS-2004', 'UN1823', 'II', null, ['ALKALI'], 'White flakes without smell', corrosive],
  ['PS-2006', 'UN1490', 'II', null, [], 'Dark violet crystals', oxidizing],
  ['PS-2011', 'UN2014', 'II', null, ['LIQUID'], 'Clear liquid without smell', oxidizing],
] as const

/** What must not travel together (49 CFR 177.848), and what the company itself warns of. */
// biome-ignore format: a table, one row a line
const rules = [
  ['C1', 'ANY', 'REFUSE', '49 CFR 177.848'],
  ['C42', 'C8_LIQUID', 'REFUSE', '49 CFR 177.848'],
  ['CYANIDE', 'ACID', 'REFUSE', '49 CFR 177.848(c)'],
  ['C23', 'C3', 'REFUSE', '49 CFR 177.848'],
  ['C23', 'C5', 'REFUSE', '49 CFR 177.848'],
  ['C23', 'C8', 'REFUSE', '49 CFR 177.848'],
  ['TOXIC_ZONE_A', 'C3', 'REFUSE', '49 CFR 177.848'],
  ['TOXIC_ZONE_A', 'C41', 'REFUSE', '49 CFR 177.848'],
  ['TOXIC_ZONE_A', 'C5', 'REFUSE', '49 CFR 177.848'],
  ['TOXIC_ZONE_A', 'C8', 'REFUSE', '49 CFR 177.848'],
  ['C3', 'C51', 'WARN', '49 CFR 177.848: may travel together when kept apart'],
  ['C41', 'C8', 'WARN', '49 CFR 177.848: may travel together when kept apart'],
  ['C43', 'C8', 'WARN', '49 CFR 177.848: may travel together when kept apart'],
  ['C5', 'C8', 'WARN', '49 CFR 177.848: may travel together when kept apart'],
  ['ACID', 'ALKALI', 'WARN', 'Rule of the company'],
  ['C61', 'DRUG', 'WARN', 'Rule of the company'],
] as const

/** UN numbers, segregation, and the hazards of the products of the demo company. */
export async function writeHazards({ write }: SeedWriter): Promise<void> {
  await write(
    unNumber,
    numbers.map(([unNo, packingGroup, properName, hazardClass, subRisk, casNo, flies]) => ({
      ...{ unNo, packingGroup, properName, hazardClass, subRisk, casNo },
      airPassenger: flies,
      airCargo: flies,
    })),
  )
  await write(
    hazardSegregation,
    rules.map(([first, second, verdict, source]) => ({ first, second, verdict, source })),
  )
  await write(
    productHazard,
    hazards.map(([product, unNo, packingGroup, flashPointC, traits, look, card]) => ({
      ...{ product, unNo, packingGroup, flashPointC, look, ...card },
      traits: traits.length > 0 ? [...traits] : null,
      eac: unNo === 'UN1789' ? '2R' : null,
      sdsDate: '2025-08-01',
      emergencyPhone: '1800 209 4477',
    })),
  )
}
