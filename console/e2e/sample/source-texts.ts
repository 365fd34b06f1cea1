/** What the sources of the sample hold: notes of a studio, files of a cloud, entries of a feed. */

export const vaultFiles: Record<string, string> = {
  'Glazes/Celadon.md':
    '---\ntags: [glaze, cone-10]\n---\n# Celadon\n\nOne part ball clay, two parts feldspar. Fired in reduction.',
  'Glazes/Tenmoku.md': '# Tenmoku\n\nEight percent iron oxide. Runs above cone 10.',
  'Glazes/Shino.md': '# Shino\n\nApply thick. Crawls on burnished clay, which customers like.',
  'Kilns/Small kiln.md': '# Small kiln\n\nThe lower element was replaced in September 2026.',
  'Kilns/Firing rules.md': '# Firing rules\n\nNobody opens the kiln above 100 °C.',
  'People/Suppliers.md': '# Suppliers\n\nClay comes from Vale do Tejo, on the first Monday of the month.',
  'People/Apprentices.md': '# Apprentices\n\nInês throws on Tuesdays. João glazes.',
  'Shop/Prices.md': '# Prices\n\nA mug costs 28 €, a large bowl 64 €.',
  'Shop/Markets.md': '# Markets\n\nFeira da Ladra on Saturdays, from April to October.',
}

export const cloudFiles: Record<string, string> = {
  'Clients/Restaurant Alma/Brief.md': '# Brief\n\nForty plates in matt black, delivered before Christmas.',
  'Clients/Restaurant Alma/Offer.md': '# Offer\n\n40 plates at 31 € each.',
  'Clients/Hotel Miradouro/Brief.md': '# Brief\n\nSixty mugs with the mark of the hotel.',
  'Clients/Hotel Miradouro/Contract.key.md': '# Contract\n\nSigned in October.',
  'Studio/Insurance.md': '# Insurance\n\nThe policy covers kilns and stock up to 20,000 €.',
  'Studio/Rent.md': '# Rent\n\n1,150 € a month, until the end of 2028.',
  'Studio/Alarm.key.md': '# Alarm\n\nThe code of the door.',
  'Workshops/Spring/Plan.md': '# Spring workshop\n\nSix evenings, eight people, wheel throwing.',
  'Workshops/Summer/Plan.md': '# Summer workshop\n\nHand building for children.',
}

export const feedEntries: readonly (readonly [title: string, text: string])[] = [
  ['Wood ash glazes without a mill', 'Sieve twice, wash once, and accept the specks.'],
  ['Why a kiln stalls at 900 degrees', 'Usually the thermocouple, sometimes the door.'],
  ['A wheel for a small room', 'Three wheels under 40 kg, and what they cost in repairs.'],
]
