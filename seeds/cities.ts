import { stateCity } from '../resources/masters/state-city.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Cities by sales area: GST state code, name, and the first three digits of its PIN codes; a star marks a metro. */
// biome-ignore format: a table, one row a line
const cities = {
  WMH: [
    ['27', 'Mumbai*', '400'], ['27', 'Pune*', '411'], ['27', 'Nagpur', '440'], ['27', 'Nashik', '422'],
    ['27', 'Thane', '400'], ['27', 'Bhiwandi', '421'], ['27', 'Chhatrapati Sambhajinagar', '431'],
    ['27', 'Kolhapur', '416'], ['27', 'Navi Mumbai', '400'], ['27', 'Solapur', '413'], ['27', 'Boisar', '401'],
    ['30', 'Panaji', '403'], ['30', 'Verna', '403'],
  ],
  WGJ: [
    ['24', 'Ahmedabad*', '380'], ['24', 'Vadodara', '390'], ['24', 'Surat', '395'], ['24', 'Ankleshwar', '393'],
    ['24', 'Vapi', '396'], ['24', 'Rajkot', '360'], ['24', 'Gandhinagar', '382'], ['24', 'Dahej', '392'],
    ['23', 'Indore', '452'], ['23', 'Bhopal', '462'], ['23', 'Pithampur', '454'],
    ['26', 'Silvassa', '396'], ['26', 'Daman', '396'],
  ],
  NTH: [
    ['07', 'New Delhi*', '110'], ['06', 'Gurugram', '122'], ['06', 'Faridabad', '121'], ['06', 'Panipat', '132'],
    ['09', 'Noida', '201'], ['09', 'Ghaziabad', '201'], ['09', 'Lucknow', '226'], ['09', 'Kanpur', '208'],
    ['08', 'Jaipur', '302'], ['08', 'Udaipur', '313'], ['03', 'Ludhiana', '141'], ['03', 'Mohali', '160'],
    ['04', 'Chandigarh', '160'], ['02', 'Baddi', '173'], ['05', 'Dehradun', '248'], ['05', 'Haridwar', '249'],
    ['01', 'Jammu', '180'],
  ],
  STH: [
    ['29', 'Bengaluru*', '560'], ['29', 'Mysuru', '570'], ['29', 'Hubballi', '580'], ['29', 'Mangaluru', '575'],
    ['33', 'Chennai*', '600'], ['33', 'Coimbatore', '641'], ['33', 'Hosur', '635'], ['33', 'Madurai', '625'],
    ['32', 'Kochi', '682'], ['32', 'Thiruvananthapuram', '695'], ['36', 'Hyderabad*', '500'],
    ['37', 'Visakhapatnam', '530'], ['37', 'Vijayawada', '520'], ['34', 'Puducherry', '605'],
  ],
  EST: [
    ['19', 'Kolkata*', '700'], ['19', 'Haldia', '721'], ['19', 'Durgapur', '713'], ['20', 'Jamshedpur', '831'],
    ['20', 'Ranchi', '834'], ['21', 'Bhubaneswar', '751'], ['10', 'Patna', '800'], ['22', 'Raipur', '492'],
    ['18', 'Guwahati', '781'], ['11', 'Gangtok', '737'],
  ],
} as const

export const writeCities = ({ write }: SeedWriter) =>
  write(
    stateCity,
    Object.entries(cities).flatMap(([zoneArea, places]) =>
      places.map(([state, name, stdPincodePrefix]) => ({
        state,
        name: name.replace('*', ''),
        zoneArea,
        isMetro: name.endsWith('*'),
        stdPincodePrefix,
      })),
    ),
  )
