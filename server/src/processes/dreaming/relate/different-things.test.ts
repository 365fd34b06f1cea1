import { expect, test } from 'vitest'
import { isReplaced, pairsIn } from '../../../../test/replacements.ts'

/** Invented pairs: the same kind of statement about two different things. */
const pairs = `
I bought a tent for $180. → I bought a sleeping bag for $95.
I ran 5 miles on Saturday. → I ran 7 miles on Sunday.
I have two brothers. → I have three cousins in Ohio.
My trip to Rome will take 5 days. → My trip to Oslo will take 8 days.
I attended a workshop on March 3. → I attended a concert on March 9.
I have a dentist appointment on Tuesday. → I have a haircut on Friday.
I read 3 books in May. → I read 5 books in June.
My phone bill is $40 a month. → My internet bill is $70 a month.
I spend 2 hours on email every day. → I spend 30 minutes on the phone every day.
I planted 10 tulips in the front yard. → I planted 6 roses in the back yard.
I baked 24 cookies for the school fair. → I baked 12 muffins for my neighbor.
My brother is 34. → My sister is 29.
I do yoga twice a week. → I swim once a week.
I'm reading a biography of Lincoln. → I'm also reading a novel by Ishiguro.
I donated $50 to the animal shelter. → I donated $100 to the food bank.
I got a new phone case for $20 last week. → I got a new laptop sleeve for $35 yesterday.
I drove 300 miles to Denver last weekend. → I drove 120 miles to Boulder yesterday.
My meeting with Anna is at 3 PM. → My meeting with Paul is at 5 PM.
I watched two episodes of Fargo last night. → I watched four episodes of Dark last night.
I use Slack at work. → I use Discord with my friends now.
I've been playing piano for 6 years. → I've been playing tennis for 2 years now.
I have a budget of $500 for furniture. → I have a budget of $200 for books.
My mom's birthday is on May 5. → My dad's birthday is on July 9.
I keep my bike in the shed. → I keep my car in the garage.
I want to run a marathon in under 4 hours. → I ran a half marathon in 1:50.
I took a 3-day trip to Maine in April. → I took a 5-day trip to Utah in September.
I've completed two online courses on Coursera. → I've completed one certification on Udemy.
I raised $300 at the charity walk. → I raised $450 at the bake sale.
I went to a concert with my sister. → I went to a museum with my brother.
My son takes swimming lessons on Mondays. → My daughter takes ballet lessons on Wednesdays now.
I spent $65 on dinner with Tom on Friday. → I spent $40 on lunch with Tom on Sunday.
I have 12 tomato seedlings. → I have 20 pepper seedlings now.
I harvested 4 pounds of carrots on Tuesday. → I harvested 6 pounds of carrots today.
I used to live in Boston for 3 years. → I've been living in Denver for 5 years.
My blender has 5 speeds. → My mixer has 10 speeds.
I just got back from a 7-day cruise. → I'm planning a 10-day hike next summer.
I have three meetings this week. → I have two deadlines next week.
I pitched the idea to 5 investors in Austin. → I pitched the idea to 8 investors in Chicago.
I rented a car for 4 days in Spain. → I rented a scooter for 2 days in Greece.
I'm using a foam roller for my back. → I'm using a knee brace for my knee now.
I bought two chairs at the flea market. → I bought four plates at the flea market.
I have a dinner with Lena on March 4. → I have a lunch with Omar on March 6.
I hiked 9 miles in Zion in April. → I hiked 6 miles in Bryce in May.
My gym membership costs $35 a month. → My streaming subscription costs $15 a month.
I spent 3 hours cleaning the garage on Saturday. → I spent 5 hours painting the fence on Sunday.
I'm taking a cooking class on Mondays. → I'm taking a dance class on Thursdays now.
My first marathon took me 4:30. → My first triathlon took me 3:10.
I made 12 cupcakes for Ella's party. → I made 30 cookies for the office.
The flight to Rome was 9 hours. → The train to Florence was 2 hours.
I have an uncle in Detroit who is 60. → I have an aunt in Tampa who is 58.
I watched 3 movies last weekend. → I watched 2 documentaries this weekend.
I got a $50 gift card from my boss. → I got a $25 gift card from my aunt.
Can you help me plan my 3-day trip to Chicago? → Can you help me plan my 5-day trip to Seattle?
What should I pack for my two-week trip to Peru in May? → What should I pack for my weekend trip to Vermont in June?
I sold 20 jars of jam at the spring market. → I sold 35 jars of jam at the summer fair.
I'm drinking two cups of coffee each morning. → I'm drinking one glass of wine each evening.
I keep my winter coats in the hall closet. → I moved my books to the spare room.
I have a 2-year-old niece. → I have a 6-year-old nephew.
My bedroom is painted blue. → My kitchen is painted yellow now.
I ran the Boston 10K in 52 minutes. → I ran the Austin 10K in 58 minutes in the heat.
I finished reading "Circe" in 6 days. → I finished reading "Educated" in 10 days.
I attend book club every month. → I attend choir every week.
I gave 3 talks in 2022. → I gave 5 talks in 2023.
I use an iPad for drawing. → I use a laptop for writing now.
I'm learning to bake bread. → I've started learning to play chess.
How do I wash my new wool sweater? → How do I clean my new leather boots?
I bought my mom a scarf for $30. → I bought my dad a watch for $120.
I have a job interview at Acme on Monday. → I have a job interview at Globex on Thursday.
I planted basil in my garden in March. → I planted carrots in my garden in April.
My history exam is on May 3. → My chemistry exam is on May 7.
I jog for 30 minutes in the morning. → I read for 45 minutes in the evening.
I tried the ramen at Kenji's last week. → I tried the sushi at Hana's this week.
I got back from a 5-day business trip to Dallas. → I got back from a 3-day business trip to Boston.
I have 4 nieces. → How do I entertain my 3 nephews?
I took 200 photos at the wedding. → I took 150 photos at the zoo.
I've visited Spain twice. → I've visited Portugal three times.
I owe my sister $200. → I owe my roommate $80.
I work on my thesis every morning. → I work on my garden every evening now.
I teach yoga at Bloom Studio. → I also teach pilates at Core Studio now.
I ordered two pizzas on Friday. → I ordered three pizzas on Saturday.
I spent $240 on a new desk chair last month. By the way, it's comfy. → I spent $90 on a desk lamp this month.
I've been on a 10-day road trip through Utah. → I'm planning a 4-day road trip through Oregon, any tips?
I attended 3 weddings last year. → I have 2 weddings to attend this year.
I led a workshop for 15 teachers in March. → I led a workshop for 30 nurses in May.
I've been using a slow cooker for stews. → I've been using an air fryer for veggies lately.
The kitchen remodel cost us $12,000. → The bathroom remodel cost us $7,500.
I had a doctor's appointment with Dr. Lee on Monday. → I had a follow-up appointment with a dermatologist on Friday.
I got 3 rejections from agents in June. → I got 2 rejections from agents in July.
My cat Milo is 4 years old. → My cat Pepper is 7 years old.
How do I get a red wine stain out of my white dress? → How do I get a grass stain out of my blue jeans?
I'm reading a mystery on my Kindle. → I'm listening to a memoir on Audible these days.
I volunteered for 4 hours at the library in May. → I volunteered for 6 hours at the shelter in June.
I cycled 20 km with Ben yesterday. → I cycled 35 km with Mia today.
My rent is $1,500. → My car payment is $320.
I'm a vegetarian. → I have a sister who is a vegan.
Can you help me choose a gift for my friend's 30th birthday? → Can you help me plan my dad's 60th birthday?
I have a test on Wednesday. → I have a recital on Saturday.
I downloaded 5 albums by Miles Davis. → I downloaded 8 albums by Bill Evans.
I bought 2 kg of flour for the cake. → I bought 1 kg of sugar for the jam.
My project at work has 3 milestones. → My thesis has 5 chapters.
I've fixed the fence in 3 hours. → I've painted the shed in 5 hours.
I saw a therapist in college. → I see a dentist every six months.
I was in Japan for 2 weeks in 2019. → I was in Korea for 10 days in 2022.
The new couch is 84 inches wide. → The new rug is 96 inches wide.
I got a parking ticket for $60 on Main Street. → I got a speeding ticket for $150 on Route 9.
I have an online course on SQL that takes 20 hours. → I have an online course on Python that takes 35 hours.
My uncle lent me $500 for the car. → My aunt lent me $300 for the rent.
I keep fish, two of them. → I keep snails, five of them now.
I've got a yoga class at 6 PM on Tuesdays. → I've got a pilates class at 7 PM on Thursdays.
I have a meeting with the marketing team on May 5. → I have a meeting with the sales team on May 8.
I bought three succulents yesterday. → I bought two ferns today.
I read "Beloved" in a week. → I read "Middlemarch" in two months.
My son has soccer practice on Tuesdays. → My daughter has soccer practice on Fridays.
I spent 2 weeks in Italy in 2021. → I spent 3 weeks in France in 2023.
I paid $45 for the concert ticket. → I paid $20 for parking at the concert.
My laptop is 3 years old. → My phone is 1 year old.
I made a 12-layer cake for my sister's wedding. → I made a 3-layer cake for my nephew's birthday.
How do I train for my first 10K in April? → How do I train for my half marathon in October?
I did 30 push-ups this morning. → I did 45 sit-ups this evening.
I keep a journal in my nightstand. → I keep spare keys in the kitchen drawer.
I have a doctor's appointment on June 3. → I have a vet appointment for my cat on June 5.
I'm allergic to peanuts. → I'm also allergic to shellfish now.
I love Thai food. → I love Ethiopian food these days.
I used a stain remover on my carpet. → I used a steam cleaner on my couch.
My kids watch an hour of TV on weekdays. → My kids play outside for two hours on weekends.
I donated 10 books to the library. → I donated 15 shirts to Goodwill.
I have a 9 AM lecture on biology on Mondays. → I have an 11 AM seminar on ethics on Mondays.
Our new sofa cost $900. → Our new dining table cost $650.
I wrote 2 blog posts about hiking in June. → I wrote 4 blog posts about camping in July.
I've been collecting stamps for 10 years. → I've been collecting coins for 3 years.
I got a 4.0 in math last semester. → I got a 3.5 in history last semester.
I went to the dentist twice in March. → I went to the eye doctor once in April.
The recipe needs 3 eggs. → My other recipe needs 5 eggs.
I met Ana at a conference. → I met Luis at a wedding.
I visited 4 museums in Paris. → I visited 3 museums in London.
My flight to Boston takes 2 hours. → My flight to Tokyo takes 13 hours.
I'm writing a paper on bees. → I'm writing a grant on soil now.
I adopted a puppy in May. → I adopted a kitten in August.
`

test.each(pairsIn(pairs))('"%s" and "%s" are both current', (older, newer) => {
  expect(isReplaced(older, newer)).toBe(false)
})
