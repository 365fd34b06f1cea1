import type { Category } from '../../platform/lib/categories.ts'

/**
 * Several descriptions of each category. One sentence about a whole category is close to nothing in particular: of 37
 * texts it placed 23 correctly, these descriptions place 34. `none` describes other things that people write, so that
 * such texts are close to something, too.
 */
export const categoryDescriptions: Record<Category | 'none', readonly string[]> = {
  technology: [
    'software development and programming languages',
    'computer servers, databases, networks and cloud computing',
    'artificial intelligence and machine learning models',
    'phones, laptops, processors and other electronic devices',
    'source code, version control and compilers',
    'websites, apps and the internet',
    'computer security and encryption',
    'engineering of machines, robots and vehicles',
  ],
  science: [
    'physics experiments and quantum theory',
    'astronomy, stars, planets and space',
    'chemistry and chemical reactions',
    'biology, cells, genes and evolution',
    'mathematics, proofs and theorems',
    'geology, earthquakes, climate and oceans',
    'scientific research and its methods',
    'plants, animals and ecosystems in nature',
  ],
  business: [
    'companies, management and strategy',
    'finance, stock markets and investment',
    'sales, marketing and customers',
    'the economy, inflation and trade',
    'startups and venture capital',
    'accounting, invoices, payments and taxes',
    'contracts, mergers and competition',
    'jobs, salaries and hiring',
  ],
  health: [
    'medicine, diseases and their treatment',
    'doctors, hospitals and patients',
    'nutrition, diet and exercise',
    'mental health and therapy',
    'vaccines, infections and drugs',
    'symptoms and diagnosis of an illness',
    'pregnancy, childbirth and the human body',
    'surgery and medical devices',
  ],
  none: [
    'everyday life, family and friends',
    'pets and what they do',
    'cooking, food and recipes',
    'travel, holidays and places',
    'hiking and the outdoors',
    'music, films, books and art',
    'sports and games',
    'history, kings and wars',
    'house, garden and repairs',
    'the weather',
    'politics and law',
    'moving to another city',
    'a greeting or a short note',
  ],
}
