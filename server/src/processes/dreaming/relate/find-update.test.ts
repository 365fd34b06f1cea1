import { expect, test } from 'vitest'
import { isReplaced, pairsIn } from '../../../../test/replacements.ts'

/** Invented pairs: presuppositions of questions, totals, rates, times, sums, places and people. */
const pairs = `
I've been to six of the breweries on the ale trail so far, and I love it. → I'm planning the weekend. Yesterday's stop was my eighth brewery on the ale trail, any ideas for what to do next?
I have about 15 houseplants at home. Could you recommend a fertilizer? → How often should I water succulents? With 22 houseplants to look after now, I lose track.
So far I've sampled three ramen shops in my neighborhood. → Can you suggest a dessert place? Now that I've sampled seven ramen shops in my neighborhood, I want something sweet.
My Etsy shop has 120 sales, which feels like a milestone. → What should I post next? My Etsy shop just passed 200 sales!
I've knitted four scarves for the charity drive. → Do you have a pattern for mittens? I'm done with nine scarves for the charity drive and want a change.
There are 24 students in my evening class. → I'm prepping handouts for the 31 students in my evening class, what font is easy to read?
I follow a bunch of podcasts, 12 at the moment. → I'm overwhelmed by podcasts - I'm subscribed to 18 of them at this point. How do I cut down?
I've written 3 chapters of my novel. → How do I fix pacing in a novel when I have just finished writing chapter 7?
My daughter knows about 20 words. → My daughter's vocabulary is up to about 50 words, is that normal for her age?
I own three guitars. → I picked up a Telecaster last weekend, so that makes four guitars. How do I store them?
I go to the gym three times a week. → Now that I'm at the gym five days a week, should I eat more protein?
I call my grandmother once a week. → I've been calling my grandmother every day since her surgery. Any conversation topics?
I have therapy with Dr. Patel every two weeks. → Can you help me prepare for my weekly therapy session with Dr. Patel?
I water my orchids twice a week. → I read about root rot and cut back to watering my orchids every ten days. Is that right?
I usually do a deep clean of the apartment monthly. → I've started to deep clean the apartment every other weekend. Any checklists?
I visit my parents every month. → My parents moved further away, so I only visit them every three months. What gift could I bring?
I've been learning Portuguese for four months. → I've been learning Portuguese for about seven months now and still struggle with verbs. Tips?
Our trip to Japan will be 10 days long. → How do I pack for our two-week trip to Japan?
The renovation of our kitchen should take six weeks. → Our contractor says the kitchen renovation will now take nine weeks. How do I cope without a kitchen?
We set a budget of $3,000 for the bathroom remodel. → I need tile ideas that fit our $4,200 bathroom remodel budget.
I pay $60 a month for my phone plan. → My phone plan went up to $75 a month. How do I negotiate?
I've saved $2,500 for a car. → With the $4,000 I've saved for a car so far, what used models should I look at?
My hourly rate as a designer is $45. → How do I tell clients that I charge $60 an hour as a designer these days?
I was pre-approved for a loan of $250,000. → The bank raised my pre-approval to $280,000, so which houses can I look at?
The venue for our wedding costs $5,000. → I'm kinda stressed because the venue for our wedding will now cost us $6,500 due to the extra hours, can you help me rebalance?
I scored 82 on my last practice exam. → I just got 91 on my latest practice exam, is that enough?
The API response time averages 800 ms. → We got the API response time down to 320 ms, what else can we cache?
I bench press 135 pounds. → What's a good warm-up before I bench press 155 pounds, my current working weight?
My job interview at Corvid is on March 3. → How should I prepare for my job interview at Corvid on March 10 now that they moved it?
The deadline for my grant proposal is April 15. → I'm glad the deadline for my grant proposal got pushed back to April 30. How should I use the extra time?
My pottery class is on Tuesdays. → I can't make Thursdays because that's when my pottery class is now. Can you suggest another day for dinner?
My sister is arriving at 2 PM on Friday. → My sister's arrival got delayed to 6 PM on Friday. What can I do in the meantime?
I keep my passport in the desk drawer. → I just put my passport in the fireproof safe, is that a good idea?
I'm using Notion to track my tasks. → I ditched Notion and track my tasks in Obsidian now. Which plugins are good?
Our team uses Jenkins for deployments. → We migrated our deployments from Jenkins to GitHub Actions. How do I cache builds?
My favorite coffee shop is Blue Heron. → Lately my favorite coffee shop has been The Daily Grind.
I'm dating a guy named Felix. → Felix and I broke up last week. How do I get over him?
I drink coffee every morning. → I no longer drink coffee, I have green tea in the morning instead.
My therapist is Dr. Wong. → I switched therapists, and I'm seeing Dr. Alvarez now.
I take the bus to work. → Since I started biking to work, my legs hurt. What stretches help?
I work as a line cook at Marlowe's. → I got hired as a sous-chef at Bistro Lune last month.
My dog eats Purina kibble. → What should I know about raw food? I've been feeding my dog raw food instead of Purina kibble.
I run on a treadmill at the gym. → I've replaced my treadmill runs with trail runs in the park.
My son's bedtime is 8 pm. → We moved my son's bedtime to 8:30 pm. Is that ok for a six-year-old?
I'm saving up for a new laptop and have $350 put aside. → My laptop fund just hit $600! Which models should I consider?
My grandmother is 87 years old. → We're planning a party for my grandmother, who turned 88 last week. Any ideas?
I'm training for a half marathon and my long run is 8 miles. → My long run is up to 11 miles. What should I eat beforehand?
My landlord charges me $1,450 a month for rent. → Since my rent jumped to $1,600 a month, I need to budget better. Where do I start?
The wedding is set for September 14. → We had to change the wedding date to October 5 because of the venue, how do I tell guests?
I have piano lessons with Ms. Ortega on Wednesdays. → Can you remind me to practice before my Friday piano lessons with Ms. Ortega?
My team at work has five engineers. → With two new hires, my team is now seven engineers strong. How should I organize standups?
I've collected 85 vinyl records. → Is there an app for cataloguing my 110 vinyl records?
I'm using Duolingo to learn German. → I gave up on Duolingo and now learn German with Babbel.
My car has 60,000 miles on it. → What maintenance is due for my car at 75,000 miles?
I see my physical therapist twice a week. → I'm down to seeing my physical therapist once a week. What exercises can I do at home?
My best score in bowling is 168. → I bowled a 191 last night, my highest score ever! How do I get to 200?
I'm on level 23 of Candy Mountain. → Any tricks for level 41 of Candy Mountain? I've been stuck on it for days.
Our mortgage rate is 6.8%. → We refinanced and our mortgage rate is 5.9% now. Should we pay extra?
My nephew is in second grade. → What books would suit my nephew, who's in third grade now?
I take 20 mg of Lisinopril. → My doctor upped my Lisinopril to 40 mg. Are there side effects?
I keep my camping gear in the attic. → Where can I buy bins? I moved all my camping gear to the garage.
My project deadline is the end of March, March 29. → I got an extension, so my project deadline is April 12. How should I plan the remaining work?
I have a standing call with the Tokyo office at 8 PM. → Can you suggest snacks for my 9 PM standing call with the Tokyo office?
I drive a 2012 Corolla. → I finally bought a Subaru Outback to replace my Corolla. What accessories do I need?
My podcast has published 14 episodes. → How do I find guests for episode 20 of my podcast?
I volunteer at the food bank every Saturday. → I switched my shift at the food bank to Sundays. What should I wear?
I've raised $1,200 for the shelter so far. → I want to thank the donors who got our shelter fundraiser to $2,750. How do I word it?
There are 18 kids on the soccer team I coach. → How do I give equal playing time to all 22 kids on the soccer team I coach?
My commute is by train. → I work from home now, so there is no train commute anymore. How do I set up a desk?
I have a goal of reading 30 books this year. → I raised my reading goal to 40 books this year. Which short books do you recommend?
Our flight to Denver leaves at 9:15 AM. → The airline changed our flight to Denver, it leaves at 11:40 AM. Can we still make the connection?
The meeting room holds 20 people. → After the renovation the meeting room holds 35 people. How should I arrange the chairs?
I'm reading chapter 4 of "The Overstory". → I'm up to chapter 11 of "The Overstory", without spoilers, is Patricia important?
I speak two languages. → I just passed my Korean exam, which makes three languages I speak.
My app's load time is around 4 seconds. → I've optimized images and the load time of my app is now 1.8 seconds, what else can I do?
I've got a budget of around $800 for the trip to Montreal. → Which hotels fit my $1,100 budget for the trip to Montreal?
My blood pressure was 145 over 95. → My blood pressure is down to 128 over 82. Can I stop the diet?
Can you suggest some wines to pair with fish? I have 28 bottles in my wine fridge, mostly reds, so I need some whites. → I'm thinking about a bigger wine fridge, since mine is almost full with 41 bottles. Which brands are reliable?
I'm planning meals for the week. By the way, I follow a 16:8 fasting schedule, and eat between noon and 8 pm. → Any ideas for filling lunches? I've moved to a 14:10 fasting schedule because 16:8 was too hard for me.
I'm trying to find a good bike lock. I've put about 800 miles on my gravel bike this year. → When should I replace my chain? My gravel bike has around 1,500 miles on it this year.
I've been seeing a nutritionist, Karen, once a month. → My nutritionist Karen wants to meet every two weeks from now on. How can I prepare for these check-ins?
I just started a new show, Severance, and I'm on episode 3. → Without spoilers, what's the theory about the goats? I'm on episode 8 of Severance.
I'm writing a thank-you note to my mentor. We meet on the first Monday of each month at Cafe Luna. → Where can I find a quiet café? My mentor and I have started meeting at the public library instead of Cafe Luna.
Can you recommend some stretches? I do a 15-minute stretching routine every morning. → My morning stretching routine has grown to 25 minutes, and I wonder whether that's too long. What do you think?
I'm a member of the local astronomy club, which has 35 members. → Our astronomy club grew again, we have 52 members now. How can we organize a star party for so many?
I recently got my first apartment, and my internet plan gives me 100 Mbps for $45. → Is it normal that my internet costs $58 now? The promotional price ran out.
My dog Biscuit weighs 18 pounds and I'm wondering how much to feed him. → The vet says Biscuit is at 23 pounds. What kind of diet food is good?
I'm preparing for the GRE and my practice score is 312. → My GRE practice score went from 312 to 321, which programs should I apply to?
I'm building a weather app, and I plan to launch the beta on May 6, can you help me draft a timeline? → I'm worried about the testing phase since the beta launch of my weather app slipped to May 20, how should I inform testers?
I've allocated 40 hours for the database migration, can you help me split this into tasks? → Given that the database migration is now estimated at 55 hours, can you help me re-plan the sprint?
I have a call with my advisor Lindsey on April 3 at 2 PM to go over my portfolio, what should I ask? → I'm stressed about my call with my advisor Lindsey, which got moved to April 5 at 11 AM, can you help me prepare a list?
My editor wants the manuscript to be 80,000 words, how can I expand my current draft? → My editor now expects 95,000 words for the manuscript, so how do I add a subplot?
I'm applying for 4 scholarships this spring, can you help me organize the deadlines? → How do I keep track of the 7 scholarships I'm applying for this spring?
My savings goal for the house deposit is $30,000, and I want to reach it by December, what's a good plan? → I'm trying to figure out how much to save monthly for my new $36,000 house deposit goal, can you calculate?
I interviewed 12 participants for my thesis so far, how many are enough for saturation? → Now that I've interviewed 19 participants for my thesis, how should I start coding the transcripts?
The estimated cost of the roof repair is $7,800, should I get another quote? → My contractor's latest estimate for the roof repair is $9,100, is it reasonable?
I'm rehearsing with my band twice a week for the festival, how do we avoid burnout? → My band is rehearsing four times a week ahead of the festival, how can I protect my voice?
We are shooting the short film over 6 days in July, can you draft a call sheet? → The producer extended the short film's shoot to 9 days, can you help me adjust the call sheet?
The conference accepts papers until February 10, how do I plan my writing? → I'm relieved the conference extended its paper deadline until February 24, what should I improve first?
My daughter practices violin for 20 minutes a day, is that enough for a beginner? → My daughter does 35 minutes of violin practice a day, should I reward her?
I manage a team of 6 people at the call center, and I'm looking for team-building ideas. → Since I'm responsible for 9 people at the call center now, how should I structure one-on-ones?
I've contributed to two open source projects. → I just got my pull request merged in a fifth open source project! How do I put that on my resume?
I just got a new membership at FitHub, the gym near my office. → I'm looking for a good pre-workout snack. I cancelled my FitHub membership and joined IronWorks, which has a pool.
My aunt Rosa works at a bakery, and she gave me her cinnamon roll recipe. → I want to congratulate my aunt Rosa, who just started working at a catering company. What should I write?
Do you have any tips for long drives? I'm driving to see my girlfriend Mei in Columbus every other weekend. → I need a good playlist. I've been driving to see Mei in Columbus every weekend lately.
I need advice on lawn care. I pay the neighbor kid $20 to mow the lawn. → Is it okay to tip? I'm paying the neighbor kid $25 now to mow the lawn.
I'm into bird watching and I've spotted 47 species in the county so far. → I'm so excited, I saw a scarlet tanager, bringing my county list to 53 species! What else is around in June?
I need some ideas for team lunches. There are 5 people on my team, including me. → We've got two interns joining, so my team will be 7 people. Where can we go for lunch?
I usually have oatmeal for breakfast. Any toppings you recommend? → What's a quick smoothie recipe? I've switched from oatmeal to smoothies for breakfast.
Can you suggest exercises for my back? My chiropractor appointment is on Thursday at 4 pm. → Can you suggest what to ask my chiropractor? They moved my appointment to Friday at 1 pm.
I'm reorganizing my closet. I own 14 pairs of shoes, which seems like a lot. → I've donated a few and I'm down to 9 pairs of shoes. How should I store them?
I've been watching The Crown with my roommate, and we're on season 2. → We just started season 4 of The Crown. Do you know which parts are fictional?
I ordered a desk that will arrive on March 14. How do I assemble it? → The delivery of my desk is delayed until March 21. What can I use in the meantime?
I have been fostering dogs for two years and have fostered 9 dogs. → My tenth foster dog just arrived, a beagle. How do I help her settle in?
I'm saving for a trip to New Zealand, and I've got $1,800 in my travel fund. → What's the cheapest month to fly to New Zealand? My travel fund has reached $2,600.
I'm learning the ukulele, and I can play 6 songs by heart. → Can you recommend easy songs? I can now play 11 songs on the ukulele by heart.
My phone's battery lasts about 5 hours. What could be wrong? → After the replacement my phone's battery lasts 12 hours. How do I keep it healthy?
My favorite pizza place is Gino's. I want to make pizza at home. → Can you help me make a pizza like the one at Tony's, my new favorite pizza place?
I parked my bike in the basement storage, and I worry about theft. → I need a wall mount because I keep my bike in my bedroom now. Which one is good?
I set a goal to walk 8,000 steps a day, which step counter do you suggest? → I'm finding it hard to reach my new goal of 10,000 steps a day, any motivation tips?
I finished the onboarding flow, and the app has 1,200 users right now, how should I scale the backend? → The app recently grew to 3,400 users, so how can I scale the backend without downtime?
I'm planning a 3-day workshop on calligraphy in August, can you outline the agenda? → Since the calligraphy workshop was shortened to 2 days, can you rework the agenda?
I've got 15 pages of my dissertation's literature review done, how do I structure the rest? → My dissertation's literature review now stands at 28 pages, can you help me cut it?
My meeting with the school counselor Ms. Avery is on October 2 at 9 AM, what should I bring? → I have to reschedule a dentist visit because my meeting with the school counselor Ms. Avery is now on October 4 at 10 AM, is that fine?
The error rate of our checkout service is 4.5%, how can we lower it? → After the last fix, the error rate of our checkout service dropped to 1.2%, what should we monitor next?
I'm interviewing for a role at Kepler, and the salary offered is $92,000, should I negotiate? → Kepler came back with a revised salary offer of $98,500, should I accept?
I practice Spanish with my tutor Elena on Monday and Thursday evenings. → How do I say 'see you Wednesday' in Spanish? My tutor Elena moved our sessions to Wednesday evenings.
I have 3 essays left to write for my college applications. → I've only got 1 essay left to write for my college applications! How do I make it stand out?
My current weight is 182 pounds, and I'd like a plan to lose some. → I weighed in at 174 pounds this morning. What should I change in my plan?
I've been playing Elden Ring for 40 hours. → I'm 75 hours into Elden Ring and still haven't found the last boss. Where is it?
My electric bill is around $110 a month. → Why did my electric bill climb to $165 a month?
My car insurance is with Allied. → I just moved my car insurance over to Beacon. How do I cancel the old policy?
My brother Theo is engaged to Clara. → Theo and Clara got married last weekend! What is a good wedding gift?
My team lead is Hannah. → Our new team lead, Victor, wants daily updates. How do I write short ones?
I've completed 2 of the 5 assignments for my online course. → I turned in assignment 4 of my online course today. How should I prepare for the last one?
I've been tracking my water intake and I drink about 5 glasses a day. Is that enough? → Does tea count as water? I'm up to 8 glasses of water a day.
I'm building a Lego city, and it has 12 buildings so far. What should I add? → I want to light up my Lego city of 17 buildings. Which kits work?
My cholesterol was 230 at the last check. What foods help? → Good news, my cholesterol came down to 195. What should I keep doing?
I spend around 3 hours a day on social media, and I'd like to cut down. → I've managed to get my social media time down to 1 hour a day. What other habits can I build?
I stream on Twitch on Tuesdays and Thursdays. Any game ideas? → How can I promote my Twitch stream? I moved it to Saturdays.
I get my coffee beans from Riverside Roasters. What's the best grind for French press? → I've stopped buying from Riverside Roasters and get my coffee beans from Peak Coffee. How should I store them?
We're planning to have 2 bridesmaids at our wedding. What colors suit a beach? → What gifts are nice for my four bridesmaids?
I have a 12-day streak in my meditation app. How do I keep it up? → My meditation app shows a 40-day streak! What should I try next?
I've memorized 20 digits of pi, any tips for more? → How do I get beyond the 50 digits of pi that I've memorized?
I've scheduled my driving test for April 22, what should I practice? → I'm anxious about my driving test, which I pushed to May 3, can you give me tips?
My book draft has 45,000 words, how do I pace the middle part? → My book draft is at 61,000 words, is that too long for a debut?
I'm meeting my thesis supervisor, Dr. Okafor, every Friday, how do I make these meetings useful? → I'm meeting my thesis supervisor, Dr. Okafor, every other Friday now, how do I keep momentum?
I'm trying to learn 10 kanji a week, is that realistic? → I've increased my target to 15 kanji a week, how do I review them?
My apartment's rent is $1,900 and utilities are extra, can I negotiate? → How can I afford my apartment's rent of $2,050 next year?
I've sent out 20 job applications so far, how can I improve my resume? → I've sent out 45 job applications by now, should I change my strategy?
I sold 14 prints in my online shop. → My online shop has sold 32 prints now, how should I ship larger ones?
My hamster is called Nibbles and lives in a 40-liter tank. → I upgraded my hamster to a 75-liter tank. What bedding should I use?
`

test.each(pairsIn(pairs))('"%s" is superseded by "%s"', (older, newer) => {
  expect(isReplaced(older, newer)).toBe(true)
})
