import { state } from '../../resources/masters/state.ts'
import { productRowsOf } from './give-rows.ts'

/**
 * The states and union territories by their GST code, with the ISO 3166-2 codes in force since 2023 and SAP's own region
 * codes of India, which a landscape may have changed; for Ladakh it makes its own.
 */
const list = [
  ['01', 'Jammu and Kashmir', 'IN-JK', '09', 'UT'],
  ['02', 'Himachal Pradesh', 'IN-HP', '08'],
  ['03', 'Punjab', 'IN-PB', '19'],
  ['04', 'Chandigarh', 'IN-CH', '27', 'UT'],
  ['05', 'Uttarakhand', 'IN-UK', '35'],
  ['06', 'Haryana', 'IN-HR', '07'],
  ['07', 'Delhi', 'IN-DL', '30', 'UT'],
  ['08', 'Rajasthan', 'IN-RJ', '20'],
  ['09', 'Uttar Pradesh', 'IN-UP', '24'],
  ['10', 'Bihar', 'IN-BR', '04'],
  ['11', 'Sikkim', 'IN-SK', '21'],
  ['12', 'Arunachal Pradesh', 'IN-AR', '02'],
  ['13', 'Nagaland', 'IN-NL', '17'],
  ['14', 'Manipur', 'IN-MN', '14'],
  ['15', 'Mizoram', 'IN-MZ', '16'],
  ['16', 'Tripura', 'IN-TR', '23'],
  ['17', 'Meghalaya', 'IN-ML', '15'],
  ['18', 'Assam', 'IN-AS', '03'],
  ['19', 'West Bengal', 'IN-WB', '25'],
  ['20', 'Jharkhand', 'IN-JH', '34'],
  ['21', 'Odisha', 'IN-OD', '18'],
  ['22', 'Chhattisgarh', 'IN-CG', '33'],
  ['23', 'Madhya Pradesh', 'IN-MP', '12'],
  ['24', 'Gujarat', 'IN-GJ', '06'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu', 'IN-DH', '28,29', 'UT'],
  ['27', 'Maharashtra', 'IN-MH', '13'],
  ['29', 'Karnataka', 'IN-KA', '10'],
  ['30', 'Goa', 'IN-GA', '05'],
  ['31', 'Lakshadweep', 'IN-LD', '31', 'UT'],
  ['32', 'Kerala', 'IN-KL', '11'],
  ['33', 'Tamil Nadu', 'IN-TN', '22'],
  ['34', 'Puducherry', 'IN-PY', '32', 'UT'],
  ['35', 'Andaman and Nicobar Islands', 'IN-AN', '26', 'UT'],
  ['36', 'Telangana', 'IN-TS', '36'],
  ['37', 'Andhra Pradesh', 'IN-AP', '01'],
  ['38', 'Ladakh', 'IN-LA', '', 'UT'],
  // GST's code for places outside every state, such as the continental shelf; ISO has none.
  ['97', 'Other Territory', 'IN-OT', ''],
] as const

export const states = productRowsOf(
  state,
  list.map(([gstStateCode, name, isoCode, sapRegion, ut]) => ({
    gstStateCode,
    name,
    isoCode,
    sapRegion: sapRegion || null,
    isUnionTerritory: ut === 'UT',
  })),
)
